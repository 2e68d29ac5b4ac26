// All that this page itself has to do: thank the candidate once the data is there, however it came.
document.addEventListener('precandidate-submitted', () => {
  const lead = document.querySelector('[data-thanks]');
  lead.textContent = lead.dataset.thanks;
});
