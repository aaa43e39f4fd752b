import { IconArrowLeft, IconRefresh, IconTrash } from '@tabler/icons-react'
import type { ContextPoint, ContextSpace } from '@auspex/sdk'
import { Box, Button, Flex, Group, Stack, Popover, Text, TextInput } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useCallback, useState, type FormEvent } from 'react'
import { LinkButton } from '../../lib/links/link-button.tsx'
import { describeFailure, type FailureText } from '../../lib/api/failure.ts'
import { formatPlural } from '../../lib/numbers/format.ts'
import { formatSince } from '../../lib/time/format.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { Why } from '../../ui/values.tsx'
import { ContextDetails } from './context-details.tsx'
import { ContextList } from './context-list.tsx'
import { ContextMap } from './context-map.tsx'
import { NarrativeMap } from './narrative-map.tsx'
import {
  useAddContexts,
  useGenerateSpace,
  useRemoveContext,
  useDeleteSpace,
  evidenceSearch,
} from './context-space.queries.ts'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import classes from './context-space.module.css'
import textStyles from '../../ui/text-styles.module.css'
import layout from '../../ui/layout.module.css'

/** The link back to the report, shown in every state of the map. */
export const BackToReport = ({ signalId }: { signalId: string }) => (
  <LinkButton
    to="/signals/$signalId"
    params={{ signalId }}
    className={classes.back}
    variant="subtle"
    color="gray"
    size="compact-sm"
    leftSection={<IconArrowLeft size={15} aria-hidden />}
  >
    Report
  </LinkButton>
)

/** Reports the last change, also to screen readers, and offers to undo it. */
const ChangeNotice = ({ change, failure, onUndo }: ChangeNoticeProps) => (
  <Group
    className={classes.notice}
    gap={10}
    wrap="nowrap"
    role="status"
    data-shown={change !== null || failure !== null}
  >
    {failure ? (
      <span className={textStyles.fault}>
        {failure.message}. {failure.detail}
      </span>
    ) : (
      change && (
        <>
          <span>{wordsOf(change)}</span>
          {change.points.length > 0 && (
            <Button variant="subtle" size="compact-sm" onClick={onUndo}>
              Undo
            </Button>
          )}
        </>
      )
    )}
  </Group>
)

const wordsOf = (change: Change): string => {
  const names = change.points.map(({ label }) => label).join(', ')
  if (change.kind === 'removed') return `${names} was removed from the map.`
  const unplacedSentence =
    change.unplaced.length > 0 ? ` None of the documents read contains ${change.unplaced.join(', ')}.` : ''
  if (names === '') return unplacedSentence === '' ? 'That is already on the map.' : unplacedSentence.trim()
  return `${names} ${change.points.length === 1 ? 'is' : 'are'} now on the map.${unplacedSentence}`
}

/** Words, phrases or names to measure and place, separated by commas. */
const AddContextsForm = ({ isAdding, onAdd }: AddContextsFormProps) => {
  const [text, setText] = useState('')
  const terms = [...new Set(text.split(',').map((term) => term.trim().slice(0, 200)))].filter((term) => term !== '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (terms.length === 0 || isAdding) return
    onAdd(terms.slice(0, 50))
    setText('')
  }
  return (
    <form className={classes.add} onSubmit={submit}>
      <TextInput
        flex={1}
        miw={0}
        size="sm"
        aria-label="Add words or names"
        placeholder="Words or names, with commas"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" size="sm" variant="default" loading={isAdding} disabled={terms.length === 0}>
        Add
      </Button>
    </form>
  )
}

/** Deletes the map after a confirmation, because contexts that were added and removed cannot be restored by generating it again. */
const DeleteSpace = ({ signalId, id }: { signalId: string; id: string }) => {
  const { mutate, isPending, error } = useDeleteSpace(signalId)
  return (
    <Popover position="bottom-end" width={260} trapFocus returnFocus withRoles>
      <Popover.Target>
        <Button variant="subtle" color="gray" size="sm" leftSection={<IconTrash size={15} aria-hidden />}>
          Delete
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Delete the map">
        <Text size="sm" mb="sm">
          {error
            ? `${describeFailure(error).message}. Nothing was deleted.`
            : 'This deletes the map and your changes to it. The report and its documents stay.'}
        </Text>
        <Button color="red" size="xs" loading={isPending} onClick={() => mutate(id)}>
          Delete the map
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}

const route = getRouteApi('/signals/$signalId_/contexts')

const SpaceHeader = ({ space }: { space: ContextSpace }) => {
  const { signalId, contexts } = space
  const now = useNow()
  return (
    <Flex component="header" direction="column" align="flex-start" mb={24}>
      <BackToReport signalId={signalId} />
      <Box component="h1" mt={6} fz="display" lh={1.25}>
        Contexts of {space.title}
      </Box>
      <Box component="p" className={textStyles.quiet} mt={2} fz="text">
        {formatPlural(contexts.length, 'context')} from {formatPlural(space.documentsRead, 'piece')}, drawn{' '}
        {formatSince(space.createdAt, now)}. Only you can see this map.{' '}
        <Why label="How the map is drawn:" text={space.method} />
      </Box>
    </Flex>
  )
}

/** A loaded context space: the map, the selected context, and the actions. */
export const ContextSpaceView = ({ space }: { space: ContextSpace }) => {
  const { id, signalId, contexts } = space
  const { view, of, colour, context: selected, narrative } = route.useSearch()
  const navigate = route.useNavigate()
  const go = useNavigate()

  const setSearch = (part: Partial<ReturnType<typeof route.useSearch>>) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true, resetScroll: false })
  const onSelect = (context: string | undefined) => setSearch({ context })
  const onOpen = (point: ContextPoint) =>
    void go({ to: '/signals/$signalId', params: { signalId }, search: evidenceSearch(point) })
  const onOpenNarrative = (opened: string) =>
    void go({ to: '/signals/$signalId', params: { signalId }, search: { docs: 'all', narrative: opened } })
  const { change, failure, add, isAdding, onRemove, undo, redraw, isRedrawing } = useContextChanges(space, onSelect)
  const point = contexts.find((context) => context.id === selected)

  return (
    <>
      <title>{`Contexts of ${space.title} · Auspex`}</title>
      <Stack gap={0}>
        <SpaceHeader space={space} />
        <Group gap={10} mb={16}>
          <SegmentedControl
            size="xs"
            aria-label="Show as"
            value={view ?? 'map'}
            onChange={(value) => setSearch({ view: value === 'list' ? 'list' : undefined })}
            data={[
              { value: 'map', label: 'Map' },
              { value: 'list', label: 'List' },
            ]}
          />
          <SegmentedControl
            size="xs"
            aria-label="Map of"
            value={of ?? 'contexts'}
            onChange={(value) => setSearch({ of: value === 'narratives' ? 'narratives' : undefined })}
            data={[
              { value: 'contexts', label: 'Contexts' },
              { value: 'narratives', label: 'Narratives' },
            ]}
          />
          {view !== 'list' && of === undefined && (
            <SegmentedControl
              size="xs"
              aria-label="Colour by"
              value={colour ?? 'group'}
              onChange={(value) => setSearch({ colour: value === 'tone' ? 'tone' : undefined })}
              data={[
                { value: 'group', label: 'Groups' },
                { value: 'tone', label: 'Tone' },
              ]}
            />
          )}
          {of === undefined && <AddContextsForm isAdding={isAdding} onAdd={add} />}
          <Button
            className={classes.redraw}
            variant="subtle"
            color="gray"
            size="sm"
            leftSection={<IconRefresh size={15} aria-hidden />}
            loading={isRedrawing}
            onClick={redraw}
          >
            Draw again
          </Button>
          <DeleteSpace signalId={signalId} id={id} />
        </Group>
        <ChangeNotice change={change} failure={failure} onUndo={() => void undo()} />
        {of === 'narratives' ? (
          <NarrativeMap
            space={space}
            isList={view === 'list'}
            selected={narrative}
            onSelect={(chosen) => setSearch({ narrative: chosen })}
            onOpen={onOpenNarrative}
          />
        ) : view === 'list' ? (
          <ContextList space={space} onRemove={onRemove} />
        ) : (
          <div className={`${layout.split} ${classes.pageMap}`}>
            <ContextMap
              space={space}
              colouring={colour ?? 'group'}
              selected={point?.id}
              onSelect={onSelect}
              onOpen={onOpen}
              onRemove={onRemove}
            />
            <ContextDetails space={space} point={point} onSelect={onSelect} onRemove={onRemove} />
          </div>
        )}
      </Stack>
    </>
  )
}

/** The changes to the map; the last one can be undone. */
const useContextChanges = ({ id, signalId, contexts }: ContextSpace, onAdded: (contextId: string) => void) => {
  const [change, setChange] = useState<Change | null>(null)
  const add = useAddContexts(signalId)
  const remove = useRemoveContext(signalId)
  const redraw = useGenerateSpace(signalId)
  const { mutate: removeOne } = remove
  const onRemove = useCallback(
    (point: ContextPoint) =>
      removeOne({ id, contextId: point.id }, { onSuccess: () => setChange({ kind: 'removed', points: [point] }) }),
    [id, removeOne],
  )
  const failure = add.error ?? remove.error ?? redraw.error
  return {
    change,
    failure: failure ? describeFailure(failure) : null,
    add: (terms: string[]) =>
      add.mutate(
        { id, terms },
        {
          onSuccess: (next) => {
            const before = new Set(contexts.map((context) => context.id))
            const added = next.contexts.filter((context) => !before.has(context.id))
            setChange({ kind: 'added', points: added, unplaced: next.unplaced })
            if (added[0]) onAdded(added[0].id)
          },
        },
      ),
    isAdding: add.isPending,
    onRemove,
    undo: async () => {
      if (change?.kind === 'removed') await add.mutateAsync({ id, terms: change.points.map(({ label }) => label) })
      else for (const { id: contextId } of change?.points ?? []) await remove.mutateAsync({ id, contextId })
      setChange(null)
    },
    redraw: () => redraw.mutate(undefined, { onSuccess: () => setChange(null) }),
    isRedrawing: redraw.isPending,
  }
}

interface AddContextsFormProps {
  isAdding: boolean
  onAdd: (terms: string[]) => void
}

/** The last change to the map. */
type Change =
  | { readonly kind: 'added'; readonly points: readonly ContextPoint[]; readonly unplaced: readonly string[] }
  | { readonly kind: 'removed'; readonly points: readonly ContextPoint[] }

interface ChangeNoticeProps {
  change: Change | null
  failure: FailureText | null
  onUndo: () => void
}
