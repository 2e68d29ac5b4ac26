/** Where there is room, what a phone folds away is open from the start. */
export function openWhenWide() {
  if (!matchMedia('(min-width: 60rem)').matches) return;
  for (const details of document.querySelectorAll('details[data-open-when-wide]'))
    details.open = true;
}
