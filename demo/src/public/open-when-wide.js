/** Opens the details that are folded on a phone when the window has room for them. */
export function openWhenWide() {
  if (!matchMedia('(min-width: 60rem)').matches) return;
  for (const details of document.querySelectorAll('details[data-open-when-wide]'))
    details.open = true;
}
