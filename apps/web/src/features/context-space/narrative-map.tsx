import { Box, Stack, UnstyledButton } from '@mantine/core'
import { IconFiles, IconMessages } from '@tabler/icons-react'
import type { ContextSpace } from '@auspex/sdk'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useId, useMemo } from 'react'
import { LinkButton } from '../../lib/links/link-button.tsx'
import { formatCount, formatPlural, formatShare, formatTone } from '../../lib/numbers/format.ts'
import { DataTable, type TableColumn } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useWidth } from '../../ui/use-width.ts'
import { ValueOrUnknown } from '../../ui/values.tsx'
import { groupColour } from './map-view.ts'
import { labelDiscs, placeDiscs, placeDots } from './narrative-labels.ts'
import classes from './context-space.module.css'
import layout from '../../ui/layout.module.css'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'

type MapNarrative = ContextSpace['narratives'][number]

/** The map, and what chooses one of its narratives. */
interface MapChoice {
  space: ContextSpace
  onSelect: (id: string | undefined) => void
}

interface NarrativeMapProps extends MapChoice {
  selected: string | undefined
  /** Opens the documents of a narrative. */
  onOpen: (id: string) => void
}

/** The narratives of a signal as a map with the selected one beside it, or as a table. */
export const NarrativeMap = ({ isList, ...props }: NarrativeMapProps & { isList: boolean }) =>
  props.space.narratives.length === 0 ? (
    <NoNarratives />
  ) : isList ? (
    <NarrativeTable space={props.space} />
  ) : (
    <div className={`${layout.split} ${classes.pageMap}`}>
      <Discs {...props} />
      <NarrativeAside {...props} />
    </div>
  )

const NoNarratives = () => (
  <EmptyState
    icon={<IconMessages size={20} aria-hidden />}
    title="No narratives on this map"
    text="There were fewer than 60 documents, or they have no subject in common. Draw the map again when there are more."
  />
)

/** Discs with numbers, the names that have room, and typical documents as dots. */
const Discs = ({ space, selected, onSelect, onOpen }: NarrativeMapProps) => {
  const { ref, width } = useWidth<HTMLDivElement>(900)
  const prefix = useId()
  const size = useMemo(() => ({ width, height: Math.round(Math.min(640, Math.max(420, width * 0.62))) }), [width])
  const discs = useMemo(() => placeDiscs(space.narratives, size), [space, size])
  const dots = useMemo(() => placeDots(space, discs), [space, discs])
  const labels = useMemo(() => labelDiscs(discs, size), [discs, size])
  const colours = new Map(space.narratives.map(({ id }, at) => [id, groupColour(at)]))
  const onKeyDown = (event: KeyboardEvent) => {
    const at = discs.findIndex(({ id }) => id === selected)
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    if (step !== undefined) onSelect(discs[at < 0 ? 0 : (at + step + discs.length) % discs.length]?.id)
    else if (event.key === 'Enter' && selected !== undefined) onOpen(selected)
    else if (event.key === 'Escape') onSelect(undefined)
    else return
    event.preventDefault()
  }
  return (
    <div className={`${surfaces.panel} ${classes.frame}`} ref={ref}>
      <svg
        className={classes.map}
        width={size.width}
        height={size.height}
        role="listbox"
        tabIndex={0}
        aria-label={`Map of the narratives of ${space.title}`}
        aria-activedescendant={selected === undefined ? undefined : `${prefix}${selected}`}
        onKeyDown={onKeyDown}
      >
        {space.narratives.map((narrative, at) => {
          const disc = discs[at]
          return (
            disc && (
              <g
                key={narrative.id}
                id={`${prefix}${narrative.id}`}
                role="option"
                aria-selected={narrative.id === selected}
                aria-label={`${narrative.label}, ${formatPlural(narrative.documents, 'document')}`}
                className={classes.disc}
                style={{ color: groupColour(at) }}
                data-selected={narrative.id === selected}
                onClick={() => onSelect(narrative.id)}
                onDoubleClick={() => onOpen(narrative.id)}
              >
                <circle cx={disc.x} cy={disc.y} r={disc.radius} />
              </g>
            )
          )
        })}
        <g pointerEvents="none" aria-hidden>
          {dots.map(({ id, narrativeId, x, y }) => (
            <circle key={id} cx={x} cy={y} r={1.8} fill={colours.get(narrativeId)} opacity={0.75} />
          ))}
          <g
            fill="var(--ink)"
            fontSize={12}
            fontWeight={550}
            paintOrder="stroke"
            stroke="var(--surface)"
            strokeLinejoin="round"
            strokeWidth={4}
            textAnchor="middle"
          >
            {discs.map(({ id, x, y }, at) => (
              <text key={id} x={x} y={y + 4.5} fontWeight={700}>
                {at + 1}
              </text>
            ))}
            {[...labels].map(([id, { lines, x, y }]) => (
              <text key={id} x={x} y={y}>
                {lines.map((line, at) => (
                  <tspan key={line} x={x} dy={at === 0 ? 0 : 15}>
                    {line}
                  </tspan>
                ))}
              </text>
            ))}
          </g>
        </g>
      </svg>
    </div>
  )
}

const shownDocuments = 5

const NarrativeAside = ({ space, selected, onSelect }: NarrativeMapProps) => {
  const narrative = space.narratives.find(({ id }) => id === selected)
  return (
    <Box
      component="aside"
      className={surfaces.panel}
      p={18}
      style={{ alignSelf: 'start' }}
      aria-label="Selected narrative"
    >
      {narrative === undefined ? (
        <HowToRead space={space} onSelect={onSelect} />
      ) : (
        <SelectedNarrative space={space} narrative={narrative} onSelect={onSelect} />
      )}
    </Box>
  )
}

const SelectedNarrative = ({ space, narrative, onSelect }: MapChoice & { narrative: MapNarrative }) => {
  const documents = space.documents.filter(({ narrativeId }) => narrativeId === narrative.id).slice(0, shownDocuments)
  return (
    <>
      <Box component="h2" className={textStyles.breakable} fz="lead" lh={1.35}>
        {narrative.label}
      </Box>
      <dl className={classes.facts}>
        <div>
          <dt>Documents</dt>
          <dd>
            {formatCount(narrative.documents)}{' '}
            <span className={textStyles.fine}>{formatShare(narrative.share)} of those read</span>
          </dd>
        </div>
        <div>
          <dt>Mean tone</dt>
          <dd>
            <ValueOrUnknown value={narrative.toneMean} format={formatTone} />
          </dd>
        </div>
      </dl>
      <Stack gap={8}>
        <LinkButton
          to="/signals/$signalId"
          params={{ signalId: space.signalId }}
          search={{ docs: 'all', narrative: narrative.id }}
          size="xs"
          leftSection={<IconFiles size={15} stroke={1.7} aria-hidden />}
        >
          Open its documents
        </LinkButton>
        <UnstyledButton
          className={`${textStyles.link} ${textStyles.fine}`}
          mih={26}
          onClick={() => onSelect(undefined)}
        >
          All narratives
        </UnstyledButton>
      </Stack>
      {documents.length > 0 && (
        <>
          <Box component="h3" className={textStyles.detail} mt={14} mb={6}>
            Typical documents
          </Box>
          <ul className={classes.groups}>
            {documents.map(({ id, title }) => (
              <li key={id}>
                <Link
                  className={`${textStyles.link} ${textStyles.breakable}`}
                  to="/signals/$signalId"
                  params={{ signalId: space.signalId }}
                  search={{ docs: 'all', ids: id }}
                  preload={false}
                >
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

const HowToRead = ({ space, onSelect }: MapChoice) => (
  <>
    <Box component="h2" className={textStyles.breakable} fz="lead">
      How to read it
    </Box>
    <Box component="p" className={textStyles.note} mt={2}>
      Each disc is a group of documents about one subject; its area shows their number of pieces, and the dots in it are
      typical documents. Discs close to each other are similar in meaning; a large distance means little.
    </Box>
    <ol className={classes.groups} style={{ marginTop: 12 }} aria-label="Narratives">
      {space.narratives.map(({ id, label }, at) => (
        <li key={id} className={classes.numbered}>
          <span className={surfaces.swatch} style={{ background: groupColour(at) }} aria-hidden />
          <UnstyledButton
            mih={26}
            fz="text"
            className={`${textStyles.link} ${textStyles.breakable}`}
            onClick={() => onSelect(id)}
          >
            {at + 1}. {label}
          </UnstyledButton>
        </li>
      ))}
    </ol>
  </>
)

const NarrativeTable = ({ space }: { space: ContextSpace }) => {
  const columns = useMemo(() => columnsOf(space), [space])
  return (
    <DataTable
      caption={`Narratives of ${space.title}`}
      columns={columns}
      rows={space.narratives}
      rowKey={({ id }) => id}
      maxHeight={640}
    />
  )
}

const columnsOf = (space: ContextSpace): readonly TableColumn<MapNarrative>[] => [
  { key: 'label', title: 'Narrative', sortBy: ({ label }) => label, renderCell: ({ label }) => label },
  {
    key: 'documents',
    title: 'Documents',
    numeric: true,
    sortBy: ({ documents }) => documents,
    renderCell: ({ id, label, documents }) => (
      <Link
        to="/signals/$signalId"
        params={{ signalId: space.signalId }}
        search={{ docs: 'all', narrative: id }}
        preload={false}
        className={textStyles.link}
        aria-label={`Open ${formatPlural(documents, 'document')} of ${label}`}
      >
        {formatCount(documents)}
      </Link>
    ),
  },
  {
    key: 'share',
    title: 'Share of those read',
    numeric: true,
    sortBy: ({ share }) => share,
    renderCell: ({ share }) => formatShare(share),
  },
  {
    key: 'tone',
    title: 'Mean tone',
    numeric: true,
    sortBy: ({ toneMean }) => toneMean,
    renderCell: ({ toneMean }) => <ValueOrUnknown value={toneMean} format={formatTone} />,
  },
]
