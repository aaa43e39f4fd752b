import { Box } from '@mantine/core'
import { IconMap2 } from '@tabler/icons-react'
import type { Context, ContextsSection as Contexts } from '@auspex/sdk'
import { memo, useState } from 'react'
import { formatCount, formatPlural, formatRoughFactor } from '../../../lib/numbers/format.ts'
import { LinkButton } from '../../../lib/links/link-button.tsx'
import { Section } from '../../../ui/page.tsx'
import { ShowAll } from '../../../ui/disclosure.tsx'
import { HowCounted } from '../provenance/how-counted.tsx'
import { EvidenceLink } from '../evidence-link.tsx'
import { NullResult } from '../placeholders.tsx'
import classes from './contexts.module.css'
import textStyles from '../../../ui/text-styles.module.css'
import layout from '../../../ui/layout.module.css'

const maxTicks = 4

export const toLiftScale = (items: readonly Pick<Context, 'liftHigh'>[]): LiftScale => {
  const highest = Math.max(2, ...items.map(({ liftHigh }) => liftHigh))
  // steps of 2, 5, 10, 100 and so on: the smallest with few enough ticks
  const step = [2, 5, 10, 100, 1_000, 1e6, 1e9].find((one) => Math.log(highest) / Math.log(one) < maxTicks) ?? 1e9
  const ticks = [1]
  for (let tick = step; tick <= highest; tick *= step) ticks.push(tick)
  return { top: Math.log(highest), ticks }
}

/** The position of a lift on the scale. */
export const toPercent = (lift: number, { top }: LiftScale): string =>
  `${Math.min(100, Math.max(0, (Math.log(Math.max(1, lift)) / top) * 100))}%`

const firstContexts = 12

/** Terms that occur together with the topic more often than by chance. */
export const ContextsSection = ({ contexts, signalId }: { contexts: Contexts; signalId: string }) => {
  const [all, setAll] = useState(false)
  const { items, note } = contexts
  const scale = toLiftScale(items)
  if (items.length === 0)
    return (
      <NullResult
        name="Contexts"
        result={note ? 'No contexts yet' : 'No contexts'}
        why={note ?? 'no word or name comes up with it more often than by chance'}
      />
    )
  return (
    <Section
      id="contexts"
      title="Contexts"
      aside={<HowCounted pointer="/contexts/documentsRead" name="the contexts" />}
      hint={hintOf(contexts)}
      actions={
        <LinkButton
          to="/signals/$signalId/contexts"
          params={{ signalId }}
          preload={false}
          variant="default"
          size="xs"
          leftSection={<IconMap2 size={15} stroke={1.7} aria-hidden />}
        >
          Open the map
        </LinkButton>
      }
    >
      <p className={classes.axisTitle}>Times as likely as elsewhere, on a logarithmic scale</p>
      <div className={`${layout.halves} ${classes.axes}`} aria-hidden>
        <Axis scale={scale} />
        <Axis scale={scale} />
      </div>
      <ol className={layout.halves} style={{ rowGap: 0 }}>
        {(all ? items : items.slice(0, firstContexts)).map((item) => (
          <ContextRow key={`${item.kind} ${item.term}`} item={item} scale={scale} />
        ))}
      </ol>
      {items.length > firstContexts && <ShowAll isAll={all} total={formatCount(items.length)} onChange={setAll} />}
    </Section>
  )
}

const hintOf = ({ documentsRead, background, note }: Contexts) =>
  `Found in the ${formatPlural(documentsRead, 'piece')} read about the topic, more often than in the ${formatCount(background)} around it. ×20 is twenty times as often; the line is its 95% interval. ${note ?? ''}`

/** A term that occurs nowhere else has bounds so far apart that the lift between them is meaningless; the lower one is not. */
const isWide = ({ liftLow, liftHigh, significant }: Context) => significant && liftHigh > 50 * liftLow

const boundsOf = (item: Context): string => {
  if (isWide(item)) return 'or more'
  const bounds = `${formatRoughFactor(item.liftLow)}–${formatRoughFactor(item.liftHigh)}`
  return item.significant ? bounds : `${bounds}, may be chance`
}

/** The ticks above a column of bars, each at the end of a bar with that lift. */
const Axis = ({ scale }: { scale: LiftScale }) => (
  <div className={`${classes.row} ${classes.axis}`}>
    <span className={classes.track}>
      {scale.ticks.map((tick) => (
        <span key={tick} className={classes.tick} style={{ left: toPercent(tick, scale) }}>
          ×{formatCount(tick)}
        </span>
      ))}
    </span>
  </div>
)

const ContextRow = memo(({ item, scale }: { item: Context; scale: LiftScale }) => (
  <li className={classes.row}>
    <span className={`${textStyles.strong} ${textStyles.breakable}`}>
      {item.term}
      {item.kind === 'entity' && (
        <Box component="span" className={textStyles.small} ml={6} fw={400}>
          name
        </Box>
      )}
    </span>
    <span className={classes.track} aria-hidden>
      {scale.ticks.map((tick) => (
        <span key={tick} className={classes.tickLine} style={{ left: toPercent(tick, scale) }} />
      ))}
      <span
        className={classes.bar}
        data-significant={item.significant}
        style={{ width: toPercent(isWide(item) ? item.liftLow : item.lift, scale) }}
      />
      <span
        className={classes.whisker}
        style={{ left: toPercent(item.liftLow, scale), right: `calc(100% - ${toPercent(item.liftHigh, scale)})` }}
      />
    </span>
    <span className={classes.lift}>
      ×{formatRoughFactor(isWide(item) ? item.liftLow : item.lift)}{' '}
      <span className={textStyles.fine}>{boundsOf(item)}</span>
    </span>
    <EvidenceLink
      filter={{ context: item.term }}
      label={`${formatPlural(item.documents, 'document')} with ${item.term}`}
    >
      {formatCount(item.documents)}
    </EvidenceLink>
  </li>
))

/** A logarithmic scale from ×1: lifts range from 2 to thousands, and a ratio is centred on 1. */
interface LiftScale {
  /** Logarithm of the highest lift that is drawn. */
  readonly top: number
  /** Lifts labelled above the bars: 1, and powers of a step that gives three to five ticks. */
  readonly ticks: readonly number[]
}
