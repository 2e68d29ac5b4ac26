/** The host's page around a form: the same for all who are not built. */
export function pageOf({ head = '', body }: { head?: string; body: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <title>Your details</title>
  ${head}
</head>
<body>
  <main>
  <h1>Your details</h1>
${body}
  </main>
</body>
</html>`;
}
