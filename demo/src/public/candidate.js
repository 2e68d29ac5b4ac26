// The portal's own script on the candidate's page.
const intro = document.querySelector('[data-thanks]');
const nav = document.querySelector('.languages');
const messages = JSON.parse(nav.dataset.messages);

// Thanks the candidate once the service has the data, from this form or from elsewhere.
document.addEventListener('precandidate-submitted', () => {
  intro.textContent = intro.dataset.thanks;
});

// Switches the language in place, so that the form keeps its input. Without scripts, the links reload the page.
nav.addEventListener('click', (event) => {
  const link = event.target.closest('a');
  if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  switchTo(link.lang);
});

function switchTo(language) {
  const isThanked = intro.textContent === intro.dataset.thanks;
  for (const part of document.querySelectorAll('[data-message]'))
    part.textContent = messages[language][part.dataset.message];
  intro.dataset.thanks = messages[language].thanks;
  if (isThanked) intro.textContent = intro.dataset.thanks;
  document.title = document.title.replace(/^.*(?= · )/, messages[language].title);
  document.documentElement.lang = language;
  document.querySelector('precandidate-form').setAttribute('locale', language);
  nav.ariaLabel = messages[language].languages;
  for (const link of nav.querySelectorAll('a'))
    if (link.lang === language) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  history.replaceState(null, '', `?lang=${language}`);
}
