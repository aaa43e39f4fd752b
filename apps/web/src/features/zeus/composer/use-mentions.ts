import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../lib/api.tsx'
import { portfolioChoicesOptions, projectsOptions } from '../../../lib/collection-options.ts'
import { useModules } from '../../../lib/modules.ts'
import { recentSearchesOptions } from '../zeus.queries.ts'
import type { Attachment } from './attachment.ts'

/** More of one kind hide the others. */
const mostOfKind = 5

/** What can be named in a message, by the words after @; null asks for nothing. */
export const useMentions = (words: string | null): readonly Attachment[] => {
  const client = useClient()
  const isOn = useModules()
  const isOpen = words !== null
  const { data: searches } = useQuery({ ...recentSearchesOptions(client), enabled: isOpen && isOn('explore') })
  const { data: portfolios } = useQuery({ ...portfolioChoicesOptions(client), enabled: isOpen && isOn('portfolios') })
  const { data: projects } = useQuery({ ...projectsOptions(client), enabled: isOpen && isOn('projects') })
  if (words === null) return []
  const typed = words.toLowerCase()
  const matching = (all: readonly Attachment[]) =>
    unique(all)
      .filter(({ label }) => label.toLowerCase().includes(typed))
      .slice(0, mostOfKind)
  return [
    ...matching(
      (searches?.items ?? []).map(({ signalId, query }) => ({ kind: 'signal', id: signalId, label: query.title })),
    ),
    ...matching((portfolios?.items ?? []).map(({ id, title }) => ({ kind: 'portfolio', id, label: title }))),
    ...matching(
      (projects?.items ?? []).map(({ projectId, displayTitle }) => ({
        kind: 'project',
        id: projectId,
        label: displayTitle,
      })),
    ),
  ]
}

const unique = (all: readonly Attachment[]): readonly Attachment[] => [
  ...new Map(all.map((one) => [one.id, one])).values(),
]
