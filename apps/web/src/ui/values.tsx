import { ActionIcon, Tooltip, Box } from '@mantine/core'
import { IconInfoCircle, IconMinus, IconMoodSmile, IconMoodSad, IconQuestionMark } from '@tabler/icons-react'
import { memo } from 'react'
import textStyles from './text-styles.module.css'
import layout from './layout.module.css'
import surfaces from './surfaces.module.css'

/** A formatted value, or a muted "unknown": null is never shown as a number. */
export const ValueOrUnknown = <T,>({ value, format }: { value: T | null; format: (value: T) => string }) =>
  value === null ? <span className={textStyles.quiet}>unknown</span> : format(value)

/** A text whose lines are sentences of their own, each in a paragraph; nothing where there is none. */
export const NoteLines = ({ text }: { text: string | undefined }) =>
  text?.split('\n').map((line) => (
    <p key={line} className={textStyles.note}>
      {line}
    </p>
  ))

/** The reason for a judgement, shown on hover, touch and focus. */
export const Why = ({ label, text }: { label: string; text: string }) => (
  <Tooltip label={text} multiline maw={300} events={{ hover: true, focus: true, touch: true }}>
    <ActionIcon size={24} aria-label={`${label} ${text}`}>
      <IconInfoCircle size={16} stroke={1.7} aria-hidden />
    </ActionIcon>
  </Tooltip>
)

const icons = { positive: IconMoodSmile, neutral: IconMinus, negative: IconMoodSad, unknown: IconQuestionMark }

interface ToneBadgeProps {
  tone: keyof typeof icons
  label: string
  /** The formatted score. */
  title?: string
}

/** A tone by word, shape and colour, so that none of them is needed alone. */
export const ToneBadge = ({ tone, label, title }: ToneBadgeProps) => {
  const Icon = icons[tone]
  return (
    <span
      className={`${textStyles.fine} ${textStyles.nowrap} ${textStyles.state} ${layout.inline}`}
      data-tone={tone}
      style={{ gap: 4 }}
      title={title}
    >
      <Icon size={14} stroke={1.9} aria-hidden />
      {label}
    </span>
  )
}

interface BarProps {
  /** In [0, 1]. */
  part: number
  color?: string
  height?: number
}

/** A part of a whole; the adjacent text states the same. */
export const Bar = ({ part, color = 'var(--accent)', height = 6 }: BarProps) => (
  <Box component="span" className={surfaces.track} h={height} aria-hidden>
    <span style={{ width: `${part * 100}%`, background: color }} />
  </Box>
)

interface HighlightedTextProps {
  text: string
  /** [start, end) in UTF-16 code units, as the API returns them. */
  ranges: readonly (readonly number[])[]
}

/** Text with its matches highlighted. Overlapping or out-of-bounds ranges are clipped, never trusted. */
export const HighlightedText = memo(({ text, ranges }: HighlightedTextProps) => {
  const parts = []
  let end = 0
  for (const [from = 0, to = 0] of ranges.toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0))) {
    const start = Math.max(from, end)
    const stop = Math.min(to, text.length)
    if (stop <= start) continue
    parts.push(text.slice(end, start), <mark key={start}>{text.slice(start, stop)}</mark>)
    end = stop
  }
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  )
})
