import type { DocumentKind, SourceKey } from '@auspex/sdk/types'

/** What documents of a kind are called where their source says nothing of its own: imported files and the demo library. */
const libraryNames: Record<DocumentKind, string> = {
  article: 'News',
  post: 'Forum posts',
  comment: 'Forum comments',
  question: 'Questions',
  answer: 'Answers',
  video: 'Videos',
  paper: 'Papers',
  trial: 'Clinical trials',
  filing: 'Filings',
}
const plurals: Record<DocumentKind, string> = {
  article: 'articles',
  post: 'posts',
  comment: 'comments',
  question: 'questions',
  answer: 'answers',
  video: 'videos',
  paper: 'papers',
  trial: 'trials',
  filing: 'filings',
}

/** A group of documents as people call it: `Forum posts`, `Hacker News comments`. */
export function nameGroup(source: SourceKey, kind: DocumentKind, labelOf: (source: SourceKey) => string): string {
  return source === 'imported' || source === 'demo'
    ? libraryNames[kind]
    : `${labelOf(source)} ${plurals[kind]}`.slice(0, 100)
}
