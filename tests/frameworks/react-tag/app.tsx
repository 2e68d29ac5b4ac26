import type { PrecandidateFormElement } from 'precandidate-form/react';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

async function fetchSession(): Promise<string> {
  const response = await fetch('/session');
  const { token } = (await response.json()) as { token: string };
  return token;
}

function setUp(element: PrecandidateFormElement | null): void {
  if (element === null) return;
  element.fetchSession = fetchSession;
  element.messages = { en: { submit: 'Send to HR' } };
}

function Application() {
  const [missing, setMissing] = useState(0);
  const [isConfirmed, setIsConfirmed] = useState(false);
  if (isConfirmed) return <h1>Confirmed. Thank you!</h1>;
  return (
    <>
      <h1>Your application</h1>
      <p>Missing: {missing}</p>
      <precandidate-form
        ref={setUp}
        locale="en"
        onprecandidate-ready={(event) => setMissing(event.detail.missing)}
        onprecandidate-change={(event) => setMissing(event.detail.missing)}
        onprecandidate-submitted={() => setIsConfirmed(true)}
      />
    </>
  );
}

createRoot(document.getElementById('app') as HTMLElement).render(<Application />);
