import { IconMinus, IconMoodSmile, IconMoodSad, IconQuestionMark } from '@tabler/icons-react'
import layout from './layout.module.css'
import textStyles from './text-styles.module.css'

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
