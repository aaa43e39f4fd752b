import type { Project, Portfolio } from '@auspex/sdk'
import { Button, Checkbox, Group, Modal, Stack, TextInput, ActionIcon, Tooltip } from '@mantine/core'
import { IconBookmarks, IconPlus, IconSearch, IconGripVertical, IconX } from '@tabler/icons-react'
import { useQuery, useQueryClient, useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState, type KeyboardEvent, useRef } from 'react'
import { useClient } from '../../../lib/api/api.tsx'
import { portfolioChoicesOptions } from '../../../lib/api/collection-options.ts'
import { useDelayedChanges } from '../../../lib/api/delayed-changes.tsx'
import { describeFailure } from '../../../lib/api/failure.ts'
import { useTell } from '../../../lib/dialogs/notices.tsx'
import { usePicture } from '../../../lib/files/pictures.tsx'
import { LinkButton } from '../../../lib/links/link-button.tsx'
import { formatPlural } from '../../../lib/numbers/format.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { CancelButton, Failure } from '../../../ui/form-actions.tsx'
import { Card, Section } from '../../../ui/page.tsx'
import { Picture } from '../../../ui/picture.tsx'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'
import { moveTo } from '../projects.model.ts'
import classes from '../projects.module.css'
import { sendAddPortfolios, sendRemovePortfolios, type useProjectChange } from '../projects.queries.ts'

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

interface MemberListProps {
  members: Project['portfolios']
  /** Portfolios that the person can see, for their names. */
  portfolios: readonly Portfolio[]
  onMove: (from: number, to: number) => void
  onRemove: (id: string, title: string) => void
}

/** Portfolios to open, to reorder by dragging or with the arrow keys on a handle, and to remove. */
const MemberList = ({ members, portfolios, onMove, onRemove }: MemberListProps) => {
  const list = useRef<HTMLUListElement>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const titleOf = (id: string) => portfolios.find((portfolio) => portfolio.id === id)?.title ?? 'A portfolio'
  const move = (from: number, to: number) => {
    const member = members[from]
    if (!member || to < 0 || to >= members.length || to === from) return
    onMove(from, to)
    setAnnouncement(`${titleOf(member.id)} is number ${to + 1} of ${members.length}.`)
  }
  /** The side of a row on which the dragged one would be dropped. */
  const dropSideOf = (index: number): 'above' | 'below' | undefined => {
    if (over !== index || dragged === null || dragged === index) return undefined
    return dragged < index ? 'below' : 'above'
  }
  const handleKey = (event: KeyboardEvent, index: number) => {
    const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: members.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    move(index, to)
    // the handle moves with its row, so the next press moves it further
    const bounded = Math.max(0, Math.min(members.length - 1, to))
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLElement>('[data-handle]')[bounded]?.focus())
  }
  return (
    <>
      <ul ref={list} className={surfaces.lines} aria-label="Portfolios of the project">
        {members.map(({ id }, index) => {
          const title = titleOf(id)
          return (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the handle does the same with keys
            <li
              key={id}
              className={classes.member}
              draggable={dragged === index}
              data-over={dropSideOf(index)}
              onDragOver={(event) => {
                if (dragged === null) return
                event.preventDefault()
                setOver(index)
              }}
              onDrop={(event) => {
                event.preventDefault()
                if (dragged !== null) move(dragged, index)
                setDragged(null)
                setOver(null)
              }}
              onDragEnd={() => {
                setDragged(null)
                setOver(null)
              }}
            >
              <Tooltip label="Drag, or use the arrow keys">
                <ActionIcon
                  className={classes.handle}
                  aria-label={`Order ${title}: number ${index + 1} of ${members.length}`}
                  data-handle
                  onPointerDown={() => setDragged(index)}
                  onPointerUp={() => setDragged(null)}
                  onKeyDown={(event) => handleKey(event, index)}
                >
                  <IconGripVertical size={17} stroke={1.7} aria-hidden />
                </ActionIcon>
              </Tooltip>
              <MemberPicture portfolio={portfolios.find((portfolio) => portfolio.id === id)} title={title} />
              <span className={classes.membersWords}>
                <Link
                  to="/portfolios/$portfolioId"
                  params={{ portfolioId: id }}
                  className={`${textStyles.plain} ${textStyles.strong} ${textStyles.breakable} ${classes.membersLink}`}
                >
                  {title}
                </Link>
                <span className={textStyles.note}>
                  {formatPlural(portfolios.find((portfolio) => portfolio.id === id)?.trendCount ?? 0, 'trend')}
                </span>
              </span>
              <Tooltip label="Remove">
                <ActionIcon aria-label={`Remove ${title}`} onClick={() => onRemove(id, title)}>
                  <IconX size={16} stroke={1.8} aria-hidden />
                </ActionIcon>
              </Tooltip>
            </li>
          )
        })}
      </ul>
      <span className={textStyles.hidden} role="status">
        {announcement}
      </span>
    </>
  )
}

const MemberPicture = ({ portfolio, title }: { portfolio: Portfolio | undefined; title: string }) => {
  const picture = usePicture(portfolio?.image ?? null)
  return <Picture content={picture} title={title} size="small" />
}
