import { Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core'
import { IconBookmarks, IconPlus, IconSearch } from '@tabler/icons-react'
import type { Project, Portfolio } from '@auspex/sdk'
import { useQuery, useQueryClient, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../lib/api/api.tsx'
import { portfolioChoicesOptions } from '../../../lib/api/collection-options.ts'
import { useDelayedChanges } from '../../../lib/api/delayed-changes.tsx'
import { describeFailure } from '../../../lib/api/failure.ts'
import { formatPlural } from '../../../lib/numbers/format.ts'
import { useTell } from '../../../lib/dialogs/notices.tsx'
import { Card, Section } from '../../../ui/page.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { moveTo } from '../projects.model.ts'
import { sendAddPortfolios, sendRemovePortfolios, type useProjectChange } from '../projects.queries.ts'
import { MemberList } from './member-list.tsx'
import { LinkButton } from '../../../lib/links/link-button.tsx'
import textStyles from '../../../ui/text-styles.module.css'
import { CancelButton, Failure } from '../../../ui/form-actions.tsx'

/** Below this many, a list is faster to read than to search. */
const fewPortfolios = 6

/** Selects portfolios. */
const AddPortfoliosDialog = ({ portfolios, onAdd, onClose }: AddPortfoliosDialogProps) => {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const add = useMutation({ mutationFn: () => onAdd(chosen), onSuccess: onClose })
  const failure = add.error && describeFailure(add.error)
  const matchingPortfolios = portfolios.filter(({ title }) => title.toLowerCase().includes(typed.trim().toLowerCase()))
  return (
    <Modal
      opened
      onClose={onClose}
      title="Add portfolios"
      size={460}
      radius="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {portfolios.length === 0 ? (
        <Stack gap={16} align="flex-start">
          <p className={textStyles.text}>There are no other portfolios to add. Create one, then come back.</p>
          <LinkButton to="/portfolios" data-autofocus>
            Portfolios
          </LinkButton>
        </Stack>
      ) : (
        <Stack gap={16}>
          {portfolios.length > fewPortfolios && (
            <TextInput
              aria-label="Find a portfolio"
              placeholder="Find a portfolio"
              leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
          <Stack gap={12} mah="46vh" style={{ overflowY: 'auto' }} role="group" aria-label="Portfolios" py={2} px={2}>
            {matchingPortfolios.map(({ id, title, trendCount }) => (
              <Checkbox
                key={id}
                label={
                  <>
                    {title} <span className={textStyles.note}>{formatPlural(trendCount, 'trend')}</span>
                  </>
                }
                checked={chosen.includes(id)}
                onChange={() =>
                  setChosen((before) =>
                    before.includes(id) ? before.filter((chosenId) => chosenId !== id) : [...before, id],
                  )
                }
              />
            ))}
            {matchingPortfolios.length === 0 && <p className={textStyles.note}>No matching portfolios</p>}
          </Stack>
          <Failure failure={failure} />
          <Group gap="xs">
            <Button disabled={chosen.length === 0} loading={add.isPending} onClick={() => add.mutate()}>
              {chosen.length > 0 ? `Add ${formatPlural(chosen.length, 'portfolio')}` : 'Add'}
            </Button>
            <CancelButton onClick={onClose} />
          </Group>
        </Stack>
      )}
    </Modal>
  )
}

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
  /** The order that is being saved. */
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
      .catch((error: unknown) => tell(`${describeFailure(error).message}. The order was not changed.`))
      .finally(() => setOrder(null))
  }
  const remove = (id: string, title: string) =>
    delay({
      ids: [keyOf(id)],
      text: `${title} removed from ${project.displayTitle}.`,
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
          title="No portfolios yet"
          text="Add portfolios to see what changes in them, with their events, tone and sources, above."
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

interface AddPortfoliosDialogProps {
  /** Portfolios that are not in the project yet. */
  portfolios: readonly Portfolio[]
  onAdd: (ids: readonly string[]) => Promise<void>
  onClose: () => void
}
