import type { ContextPoint, ContextSpace } from '@auspex/sdk'
import { Box, Button, Flex, Group, Stack } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { describeFailure } from '../../lib/failure.ts'
import { formatPlural, formatSince } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { Why } from '../../ui/why.tsx'
import { AddContextsForm } from './add-contexts-form.tsx'
import { BackToReport } from './back-to-report.tsx'
import { ContextDetails } from './context-details.tsx'
import { ContextList } from './context-list.tsx'
import { ContextMap } from './context-map.tsx'
import { type Change, ChangeNotice } from './change-notice.tsx'
import { useAddContexts, useGenerateSpace, useRemoveContext } from './context-space.queries.ts'
import { DeleteSpace } from './delete-space.tsx'
import { evidenceSearch } from './evidence-search.ts'
import classes from './context-space-page.module.css'
import textStyles from '../../ui/text-styles.module.css'
import layout from '../../ui/layout.module.css'
import { SegmentedControl } from '../../ui/segmented-control.tsx'

const route = getRouteApi('/signals/$signalId_/contexts')

/** A context space that is there: the map, what is looked at, and what can be done with it. */
export const ContextSpaceView = ({ space }: { space: ContextSpace }) => {
  const { id, signalId, contexts } = space
  const { view, colour, context: selected } = route.useSearch()
  const navigate = route.useNavigate()
  const go = useNavigate()
  const now = useNow()
  const [change, setChange] = useState<Change | null>(null)
  const add = useAddContexts(signalId)
  const remove = useRemoveContext(signalId)
  const redraw = useGenerateSpace(signalId)

  const setSearch = (part: Partial<ReturnType<typeof route.useSearch>>) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true, resetScroll: false })
  const onSelect = (context: string | undefined) => setSearch({ context })
  const onOpen = (point: ContextPoint) =>
    void go({ to: '/signals/$signalId', params: { signalId }, search: evidenceSearch(point) })
  const addTerms = (terms: string[]) =>
    add.mutate(
      { id, terms },
      {
        onSuccess: (next) => {
          const before = new Set(contexts.map((context) => context.id))
          const added = next.contexts.filter((context) => !before.has(context.id))
          setChange({ kind: 'added', points: added, unplaced: next.unplaced })
          if (added[0]) onSelect(added[0].id)
        },
      },
    )
  const { mutate: removeOne } = remove
  const onRemove = useCallback(
    (point: ContextPoint) =>
      removeOne({ id, contextId: point.id }, { onSuccess: () => setChange({ kind: 'removed', points: [point] }) }),
    [id, removeOne],
  )
  const undo = async () => {
    if (change?.kind === 'removed') await add.mutateAsync({ id, terms: change.points.map(({ label }) => label) })
    else for (const { id: contextId } of change?.points ?? []) await remove.mutateAsync({ id, contextId })
    setChange(null)
  }
  const failure = add.error ?? remove.error ?? redraw.error
  const point = contexts.find((context) => context.id === selected)

  return (
    <>
      <title>{`Contexts of ${space.title} · Auspex`}</title>
      <Stack gap={0}>
        <Flex component="header" direction="column" align="flex-start" mb={24}>
          <BackToReport signalId={signalId} />
          <Box component="h1" mt={6} fz={26} lh={1.25}>
            Contexts of {space.title}
          </Box>
          <Box component="p" className={textStyles.quiet} mt={2} fz={14}>
            {formatPlural(contexts.length, 'context')} from {formatPlural(space.documentsRead, 'story', 'stories')},
            drawn {formatSince(space.createdAt, now)}. Only you see this map.{' '}
            <Why label="How the map is drawn:" text={space.method} />
          </Box>
        </Flex>
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
          {view !== 'list' && (
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
          <AddContextsForm isAdding={add.isPending} onAdd={addTerms} />
          <Button
            className={classes.redraw}
            variant="subtle"
            color="gray"
            size="sm"
            leftSection={<IconRefresh size={15} aria-hidden />}
            loading={redraw.isPending}
            onClick={() => redraw.mutate(undefined, { onSuccess: () => setChange(null) })}
          >
            Draw again
          </Button>
          <DeleteSpace signalId={signalId} id={id} />
        </Group>
        <ChangeNotice change={change} failure={failure ? describeFailure(failure) : null} onUndo={() => void undo()} />
        {view === 'list' ? (
          <ContextList space={space} onRemove={onRemove} />
        ) : (
          <div className={`${layout.split} ${classes.map}`}>
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
