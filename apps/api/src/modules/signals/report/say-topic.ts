/** A topic as a sentence says it: without the quotation marks that hold a phrase together. */
export function sayTopic(title: string): string {
  return title.replaceAll('"', '').trim() || 'the topic'
}
