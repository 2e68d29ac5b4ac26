import { PrecandidateForm, type PrecandidateFormElement } from 'precandidate-form/react';

function setUp(element: PrecandidateFormElement | null): void {
  if (element) element.messages = { es: { sumbit: 'Mandar' } };
}

export function Mistakes() {
  return (
    <>
      <PrecandidateForm draft="always" />
      <PrecandidateForm session-url="/session" sesion="eyJ" />
      <PrecandidateForm onReady={(event) => console.log(event.detail.by)} />
      <precandidate-form ref={setUp} draft="always" />
      <precandidate-form sessionUrl="/session" />
      <precandidate-form onprecandidate-ready={(event) => console.log(event.detail.by)} />
    </>
  );
}
