import type { components } from '../../schema';

type Mail = components['schemas']['DevelopmentMail'];

/** The development mailbox as a page without scripts. */
export function mailboxPage(mails: Mail[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Development mailbox – Vigil</title>
<link rel="stylesheet" href="/dev/mail.css">
</head>
<body>
<main>
<h1>Development mailbox</h1>
<p>No mail server is set, so mails are kept here instead of being sent. Reload the page to see new ones.</p>
${mails.map(article).join('\n') || '<p>No mail yet.</p>'}
</main>
</body>
</html>
`;
}

function article({ to, subject, text, link, sent_at }: Mail): string {
  const body = escapeHtml(text);
  const linked = link ? body.replace(escapeHtml(link), (address) => `<a href="${address}">${address}</a>`) : body;
  return `<article>
<h2>${escapeHtml(subject)}</h2>
<p>To ${escapeHtml(to)}, <time datetime="${sent_at}">${sent_at.slice(0, 19).replace('T', ' ')} UTC</time></p>
<pre>${linked}</pre>
</article>`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');

export const mailboxStyle = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 45rem; margin: 2rem auto; padding: 0 1rem; }
article { border: 1px solid GrayText; border-radius: 0.5rem; padding: 0 1rem; margin: 1rem 0; }
h2 { font-size: 1.1rem; margin-bottom: 0; }
pre { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; }
`;
