'use client';

import { useEffect, useState } from 'react';

/** Shows the `html` of `POST /sessions`, which the server has rendered into the page. */
export function PrerenderedForm({ html }: { html: string }) {
  const [isConfirmed, setIsConfirmed] = useState(false);
  useEffect(() => {
    const confirm = () => setIsConfirmed(true);
    document.addEventListener('precandidate-submitted', confirm);
    return () => document.removeEventListener('precandidate-submitted', confirm);
  }, []);
  if (isConfirmed) return <h1>Confirmed. Thank you!</h1>;
  // The browser has turned the fields into a shadow root, which React does not see.
  return <div suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />;
}
