import { PrecandidateForm } from 'precandidate-form/react';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

const MESSAGES = { en: { submit: 'Send to HR' } };

function Application() {
  const [missing, setMissing] = useState(0);
  const [isConfirmed, setIsConfirmed] = useState(false);
  if (isConfirmed) return <h1>Confirmed. Thank you!</h1>;
  return (
    <>
      <h1>Your application</h1>
      <p>Missing: {missing}</p>
      <PrecandidateForm
        proxyUrl={import.meta.env.VITE_PROXY_URL}
        className="candidate"
        locale="en"
        sessionUrl="/session"
        messages={MESSAGES}
        onReady={(event) => setMissing(event.detail.missing)}
        onChange={(event) => setMissing(event.detail.missing)}
        onSubmitted={() => setIsConfirmed(true)}
      />
    </>
  );
}

createRoot(document.getElementById('root') as HTMLElement).render(<Application />);
