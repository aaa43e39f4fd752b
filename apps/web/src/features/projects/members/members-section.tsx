import { Button } from '@mantine/core'
import { IconBookmarks, IconPlus } from '@tabler/icons-react'
import type { Project } from '@auspex/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../lib/api.tsx'
import { portfolioChoicesOptions } from '../../../lib/collection-options.ts'
import { useDelayedChanges } from '../../../lib/delayed-changes.tsx'
import { describeFailure } from '../../../lib/failure.ts'
import { formatPlural } from '../../../lib/format.ts'
import { useTell } from '../../../lib/notices.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Section } from '../../../ui/section.tsx'
import { moveTo } from '../projects.model.ts'
import { sendAddPortfolios, sendRemovePortfolios } from '../projects.queries.ts'
import type { useProjectChange } from '../use-project-change.ts'
import { AddPortfoliosDialog } from './add-portfolios-dialog.tsx'
import { MemberList } from './member-list.tsx'

interface MembersSectionProps {
  project: Project
  change: ReturnType<typeof useProjectChange>
}

/** The portfolios of a project, in their order. */
export const MembersSection = ({ project, change }: MembersSectionProps) => {
  const client = useClient()
  const queryClient = useQueryClient()
  const tell = useTell()
  const { delay, hiddenIds } = useDelayedChanges()
  const { data } = useQuery(portfolioChoicesOptions(client))
  const [isAdding, setAdding] = useState(false)
  /** The order that is on its way. */
  const [order, setOrder] = useState<Project['portfolios'] | null>(null)
  const tools = { client, queryClient }
  const { projectId } = project
  const keyOf = (id: string) => `${projectId} ${id}`
  const members = (order ?? project.portfolios).filter(({ id }) => !hiddenIds.has(keyOf(id)))

  const reorder = (from: number, to: number) => {
    const portfolios = [...moveTo(members, from, to)]
    setOrder(portfolios)
    change.begin()
    change
      .save({ portfolios })
      .catch((error: unknown) => tell(`${describeFailure(error).message}. The order is as it was.`))
      .finally(() => setOrder(null))
  }
  const remove = (id: string, title: string) =>
    delay({
      ids: [keyOf(id)],
      text: `${title} taken out of ${project.displayTitle}.`,
      send: (options) => sendRemovePortfolios(tools, projectId, [id], options),
    })
  const add = async (ids: readonly string[]) => {
    await sendAddPortfolios(tools, projectId, ids)
    tell(`${formatPlural(ids.length, 'portfolio')} added to ${project.displayTitle}.`, [
      {
        label: 'Undo',
        run: () =>
          void sendRemovePortfolios(tools, projectId, ids).catch((error: unknown) =>
            tell(`${describeFailure(error).message}.`),
          ),
      },
    ])
  }
  const addButton = (
    <Button
      variant={members.length === 0 ? 'filled' : 'default'}
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setAdding(true)}
    >
      Add portfolios
    </Button>
  )
  return (
    <Section title="Portfolios" actions={members.length > 0 && addButton}>
      {members.length === 0 ? (
        <EmptyState
          level={3}
          icon={<IconBookmarks size={22} aria-hidden />}
          title="No portfolio in it yet"
          text="Add the portfolios of this piece of work: what moves in them, their events, tone and sources appear above."
          action={addButton}
        />
      ) : (
        <Card padded={false}>
          <MemberList members={members} portfolios={data?.items ?? []} onMove={reorder} onRemove={remove} />
        </Card>
      )}
      {isAdding && (
        <AddPortfoliosDialog
          portfolios={data?.items.filter(({ id }) => !project.portfolios.some((member) => member.id === id)) ?? []}
          onAdd={add}
          onClose={() => setAdding(false)}
        />
      )}
    </Section>
  )
}
