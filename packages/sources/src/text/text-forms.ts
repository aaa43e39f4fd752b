import { lineAsWritten, textAsWritten, toPlainLine, toPlainText } from './plain-text.ts'

/** `text`: an angle bracket is one. `html`: tags go, and references such as `&lt;` are decoded once. */
type TextForm = 'text' | 'html'

/**
 * What each field of an interface holds, as its documentation says and its answers show. Markdown is text: it is kept as its
 * author wrote it. Stack Exchange encodes titles and names too, under the filter that is asked for.
 */
export const textForms = {
  arxiv: { title: 'text', summary: 'text' },
  bluesky: { text: 'text' },
  // Taken from the heads of web pages.
  gdelt: { title: 'html' },
  google_news: { title: 'text', source: 'text' },
  hacker_news: { title: 'text', story_text: 'html', comment_text: 'html' },
  lemmy: { name: 'text', body: 'text', content: 'text' },
  mastodon: { spoiler_text: 'text', content: 'html' },
  // With `raw_json=1`; without it the same fields are encoded.
  reddit: { title: 'text', selftext: 'text' },
  stack_exchange: { title: 'html', body: 'html', display_name: 'html' },
  // `videos.list` does not encode; `search.list`, of which only the ids are read, does.
  youtube: { title: 'text', description: 'text', channelTitle: 'text' },
} as const satisfies Record<string, Record<string, TextForm>>

export type FormedSource = keyof typeof textForms

/** The text of a field, in lines as they are written. */
export function readText<Source extends FormedSource>(
  source: Source,
  field: keyof (typeof textForms)[Source] & string,
  written: string,
): string {
  return isHtml(source, field) ? toPlainText(written) : textAsWritten(written)
}

/** The text of a field on one line. */
export function readLine<Source extends FormedSource>(
  source: Source,
  field: keyof (typeof textForms)[Source] & string,
  written: string,
): string {
  return isHtml(source, field) ? toPlainLine(written) : lineAsWritten(written)
}

function isHtml(source: FormedSource, field: string): boolean {
  const forms: Readonly<Record<string, TextForm>> = textForms[source]
  return forms[field] === 'html'
}
