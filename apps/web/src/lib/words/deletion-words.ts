import type { UserDeletion } from '@auspex/sdk'
import { formatPlural } from '../numbers/format.ts'

/** The singular and the plural of each kind of thing that a person owns. */
const kindWords: Readonly<Record<string, readonly [string, string]>> = {
  'activity-events': ['recorded action', 'recorded actions'],
  'context-spaces': ['context space', 'context spaces'],
  exports: ['export', 'exports'],
  'inbox-messages': ['message in the inbox', 'messages in the inbox'],
  'marked-articles': ['marked article', 'marked articles'],
  monitors: ['monitor', 'monitors'],
  'news-feeds': ['news feed', 'news feeds'],
  'news-mutes': ['muted word or source', 'muted words and sources'],
  pictures: ['picture', 'pictures'],
  portfolios: ['portfolio', 'portfolios'],
  projects: ['project', 'projects'],
  'recent-searches': ['recent search', 'recent searches'],
  searches: ['search', 'searches'],
  'share-links': ['share link', 'share links'],
  stories: ['story', 'stories'],
  comments: ['comment', 'comments'],
  'trend-subscriptions': ['trend subscription', 'trend subscriptions'],
  workflows: ['workflow', 'workflows'],
  'zeus-reports': ['report', 'reports'],
  'zeus-threads': ['conversation with Zeus', 'conversations with Zeus'],
}
/** Things that people made come before data recorded about them. */
const order = ['portfolios', 'projects', 'stories', 'zeus-reports', 'zeus-threads', 'monitors', 'workflows']

/** "3 portfolios", "1 story": what is deleted with a person, most important first. A kind without words is shown by its identifier. */
export const describeThings = (things: UserDeletion['things']): string[] =>
  things
    .toSorted((a, b) => rankOf(a.kind) - rankOf(b.kind) || a.kind.localeCompare(b.kind))
    .map(({ kind, count }) => {
      const [singular, plural] = kindWords[kind] ?? [kind.replaceAll('-', ' '), kind.replaceAll('-', ' ')]
      return formatPlural(count, singular, plural)
    })

const rankOf = (kind: string): number => {
  const rank = order.indexOf(kind)
  return rank === -1 ? order.length : rank
}
