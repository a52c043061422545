const special = /["&'<>]/;

const entities: Readonly<Record<string, string>> = {
  '"': '&quot;',
  '&': '&amp;',
  "'": '&#x27;',
  '<': '&lt;',
  '>': '&gt;',
};

/** A text as it stands in HTML, between tags or in an attribute, as React writes it. Most texts stand there as they are. */
export function escapeHtml(text: string): string {
  if (!special.test(text)) return text;
  return text.replace(/["&'<>]/g, (character) => entities[character] ?? character);
}
