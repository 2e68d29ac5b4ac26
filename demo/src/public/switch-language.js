// Another language in place, so that what was typed stays; without script the links load the page.
const nav = document.querySelector('.languages');
const words = JSON.parse(nav.dataset.words);

nav.addEventListener('click', (event) => {
  const link = event.target.closest('a');
  if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  show(link.lang);
});

function show(language) {
  const lead = document.querySelector('[data-thanks]');
  const isThanked = lead.textContent === lead.dataset.thanks;
  for (const part of document.querySelectorAll('[data-word]'))
    part.textContent = words[language][part.dataset.word];
  lead.dataset.thanks = words[language].thanks;
  if (isThanked) lead.textContent = lead.dataset.thanks;
  document.title = document.title.replace(/^.*(?= · )/, words[language].title);
  document.documentElement.lang = language;
  document.querySelector('precandidate-form').setAttribute('locale', language);
  nav.ariaLabel = words[language].languages;
  for (const link of nav.querySelectorAll('a'))
    if (link.lang === language) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  history.replaceState(null, '', `?lang=${language}`);
}
