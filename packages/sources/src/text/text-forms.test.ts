import { describe, expect, test } from 'vitest'

import { parseArxiv, textForms as arxiv } from '../arxiv/arxiv.source.ts'
import { parseBluesky, textForms as bluesky } from '../bluesky/bluesky.parse.ts'
import { readStreamEvent } from '../bluesky/jetstream.ts'
import { parseGdelt, textForms as gdelt } from '../gdelt/gdelt.parse.ts'
import { parseGoogleNews, textForms as googleNews } from '../google-news/google-news.source.ts'
import { parseHackerNews, textForms as hackerNews } from '../hacker-news/hacker-news.parse.ts'
import { parseResearchAnswer } from '../hashtags/research-interface.parse.ts'
import { parseLemmy, textForms as lemmy } from '../lemmy/lemmy.parse.ts'
import { parseMastodon, textForms as mastodon } from '../mastodon/mastodon.parse.ts'
import { parseReddit, textForms as reddit } from '../reddit/reddit.parse.ts'
import { parseStackExchange, textForms as stackExchange } from '../stack-exchange/stack-exchange.parse.ts'
import type { SourceDocument } from '../source.types.ts'
import { parseVideos, textForms as youtube } from '../youtube/youtube.parse.ts'

const textForms = {
  arxiv,
  bluesky,
  gdelt,
  google_news: googleNews,
  hacker_news: hackerNews,
  lemmy,
  mastodon,
  reddit,
  stack_exchange: stackExchange,
  youtube,
}
const at = '2026-11-27T09:00:00Z'
const seconds = 1_764_237_600
const now = new Date('2026-11-27T12:00:00Z')

/** Texts about tags, signs and references. */
const texts = [
  'Please stop putting <script> tags in the head, it slows every page',
  'When should I use <section> or <article>?',
  'Use <b> and </b>, never <blink>',
  'a < b and b > c, 1 <2',
  'Write &amp; for an ampersand, and &lt;p&gt; for a paragraph',
  '<!-- is a comment, <![CDATA[ is none',
  'R&D, AT&T and a=1&copy=2',
  '<style>p { color: red }</style> hides it',
  '<3',
]

const html = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

type Reader = (text: string) => readonly SourceDocument[] | undefined
const json = (value: unknown) => JSON.stringify(value)
const account = { acct: 'a', url: 'https://home.example/@a' }
const status = { id: '1', uri: 'https://home.example/1', created_at: at, visibility: 'public', account }
const bskyPost = (text: string) => ({
  uri: 'at://did:plc:q/app.bsky.feed.post/1',
  author: { did: 'did:plc:q', handle: 'h.example' },
  record: { text, createdAt: at },
  indexedAt: at,
})
const redditPost = (fields: object) => ({
  kind: 'Listing',
  data: {
    children: [
      {
        kind: 't3',
        data: { name: 't3_1', title: 'T', subreddit: 's', created_utc: seconds, permalink: '/r/s/1', ...fields },
      },
    ],
  },
})
const lemmyAround = { creator: { name: 'c' }, community: { name: 'm' } }
const lemmyThing = { ap_id: 'https://home.example/1', published: at }
const video = (fields: object) => ({ items: [{ id: 'v', snippet: { publishedAt: at, title: 'T', ...fields } }] })
const hit = (fields: object) => ({ hits: [{ objectID: '1', created_at_i: seconds, ...fields }], nbHits: 1 })
const question = (fields: object) => ({
  items: [{ question_id: 1, title: 'T', link: 'https://q.example/1', creation_date: seconds, ...fields }],
  has_more: false,
})
const arxivEntry = (title: string, summary: string) =>
  `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/"><opensearch:totalResults>1</opensearch:totalResults><entry><id>http://arxiv.org/abs/1</id><title>${title}</title><summary>${summary}</summary><published>${at}</published></entry></feed>`

/** Each field, as its API sends a text that somebody wrote. */
const fields: Record<keyof typeof textForms, Record<string, Reader>> = {
  arxiv: {
    title: (text) => documentsOf(parseArxiv(arxivEntry(html(text), ''))),
    summary: (text) => documentsOf(parseArxiv(arxivEntry('T', html(text)))),
  },
  bluesky: { text: (text) => parseBluesky(json({ posts: [bskyPost(text)] }))?.documents },
  gdelt: {
    title: (text) =>
      parseGdelt(json({ articles: [{ url: 'https://a.example', title: html(text), seendate: '20261127T090000Z' }] }))
        ?.documents,
  },
  google_news: {
    title: (text) =>
      parseGoogleNews(
        `<rss version="2.0"><channel><title>t</title><item><title>${html(text)}</title><link>https://a.example</link><pubDate>${at}</pubDate></item></channel></rss>`,
        now,
      )?.documents,
    source: (text) =>
      parseGoogleNews(
        `<rss version="2.0"><channel><title>t</title><item><title>T</title><link>https://a.example</link><pubDate>${at}</pubDate><source url="x">${html(text)}</source></item></channel></rss>`,
        now,
      )?.documents,
  },
  hacker_news: {
    title: (title) => parseHackerNews(json(hit({ title })))?.documents,
    story_text: (text) => parseHackerNews(json(hit({ title: 'T', story_text: html(text) })))?.documents,
    comment_text: (text) => parseHackerNews(json(hit({ comment_text: html(text) })))?.documents,
  },
  lemmy: {
    name: (name) =>
      parseLemmy(json({ posts: [{ ...lemmyAround, post: { ...lemmyThing, name } }], comments: [] }))?.documents,
    body: (body) =>
      parseLemmy(json({ posts: [{ ...lemmyAround, post: { ...lemmyThing, name: 'T', body } }], comments: [] }))
        ?.documents,
    content: (content) =>
      parseLemmy(json({ posts: [], comments: [{ ...lemmyAround, comment: { ...lemmyThing, content } }] }))?.documents,
  },
  mastodon: {
    spoiler_text: (text) => parseMastodon(json([{ ...status, content: '', spoiler_text: text }]))?.documents,
    content: (text) => parseMastodon(json([{ ...status, content: `<p>${html(text)}</p>` }]))?.documents,
  },
  reddit: {
    title: (title) => parseReddit(json(redditPost({ title })))?.documents,
    selftext: (selftext) => parseReddit(json(redditPost({ selftext })))?.documents,
  },
  stack_exchange: {
    title: (text) => parseStackExchange(json(question({ title: html(text) })))?.documents,
    body: (text) => parseStackExchange(json(question({ body: `<p>${html(text)}</p>` })))?.documents,
    display_name: (text) => parseStackExchange(json(question({ owner: { display_name: html(text) } })))?.documents,
  },
  youtube: {
    title: (title) => parseVideos(json(video({ title })))?.documents,
    description: (description) => parseVideos(json(video({ description })))?.documents,
    channelTitle: (channelTitle) => parseVideos(json(video({ channelTitle })))?.documents,
  },
}

function documentsOf(answer: ReturnType<typeof parseArxiv>): readonly SourceDocument[] | undefined {
  return answer !== null && 'documents' in answer ? answer.documents : undefined
}

const cases = Object.entries(fields).flatMap(([source, readers]) =>
  Object.entries(readers).map(([field, read]) => [source, field, read] as const),
)

describe('text written by a person', () => {
  test.each(cases)('survives %s %s unchanged', (_, __, read) => {
    for (const text of texts) {
      const [document] = read(text) ?? []
      expect([document?.title, document?.body, document?.author, document?.outlet]).toContain(text)
    }
  })

  test('is covered in every field that has a form', () => {
    const named = (forms: Record<string, object>) =>
      Object.entries(forms).flatMap(([source, names]) => Object.keys(names).map((name) => `${source}.${name}`))
    expect(named(fields).toSorted()).toEqual(named(textForms).toSorted())
  })

  test('survives the stream of Bluesky and the videos of TikTok too', () => {
    for (const text of texts) {
      const commit = {
        operation: 'create',
        collection: 'app.bsky.feed.post',
        rkey: '1',
        record: { text, createdAt: at },
      }
      const read = readStreamEvent(json({ did: 'did:plc:q', time_us: seconds * 1e6, commit }))
      expect(read?.event).toMatchObject({ kind: 'post', document: { body: text } })
      const videos = [{ id: '1', create_time: seconds, username: 'u', video_description: text }]
      expect(parseResearchAnswer(json({ data: { videos }, error: { code: 'ok' } }))).toMatchObject({
        page: { videos: [{ text }] },
      })
    }
  })

  test('has no control characters, and keeps its lines', () => {
    const [document] = fields.bluesky['text']?.('one\u0000\r\ntwo \uD800 three') ?? []
    expect(document?.body).toBe('one\ntwo \uFFFD three')
  })
})
