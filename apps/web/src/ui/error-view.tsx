import { Tooltip, Box, Button, Flex, Group, UnstyledButton, Stack } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import surfaces from './surfaces.module.css'
import textStyles from './text-styles.module.css'
import { CancelButton } from './form-actions.tsx'

/** A short text that is copied when pressed. */
export const CopyText = ({ text, label }: { text: string; label: string }) => {
  const clipboard = useClipboard({ timeout: 2000 })
  return (
    <Tooltip label={clipboard.copied ? 'Copied' : label}>
      <button
        type="button"
        className={`${surfaces.panel} ${surfaces.badge} ${textStyles.soft} ${textStyles.clip}`}
        style={{ maxWidth: '100%', cursor: 'copy' }}
        aria-label={`${label} ${text}`}
        onClick={() => clipboard.copy(text)}
      >
        <code>{text}</code>
      </button>
    </Tooltip>
  )
}

/** Seconds before the automatic action (specification §9). */
const autoActionSeconds = 5

export interface ErrorViewProps {
  message: string
  /** What the person can do about it. */
  detail?: string | undefined
  requestId?: string | null | undefined
  onCancel?: (() => void) | undefined
  onRetry?: (() => void) | undefined
  onReload?: (() => void) | undefined
  /** Runs automatically after five seconds, unless the person stops it. */
  autoAction?: { readonly label: string; readonly run: () => void } | undefined
  /** The heading level; 1 if the view is the whole page. */
  level?: 1 | 2
}

/** The generic error view: what happened, what to do, the id to quote. */
export const ErrorView = ({
  message,
  detail,
  requestId,
  onCancel,
  onRetry,
  onReload,
  autoAction,
  level = 2,
}: ErrorViewProps) => {
  const [isStopped, setStopped] = useState(false)
  const secondsLeft = useCountdown(autoActionSeconds, isStopped ? undefined : autoAction?.run)
  return (
    <Flex
      component="section"
      direction="column"
      gap={12}
      align="center"
      maw={520}
      mx="auto"
      py={48}
      px={16}
      ta="center"
      role="alert"
    >
      <span className={`${surfaces.icon} ${surfaces.fault}`}>
        <IconAlertTriangle size={22} aria-hidden />
      </span>
      <Box component={`h${level}`} mt={4} fz="title" lh={1.3}>
        {message}
      </Box>
      {detail && (
        <Box component="p" className={textStyles.soft} mb={8}>
          {detail}
        </Box>
      )}
      <Group gap="xs" justify="center">
        {onRetry && <Button onClick={onRetry}>Try again</Button>}
        {onReload && (
          <Button variant={onRetry ? 'default' : 'filled'} onClick={onReload}>
            Reload
          </Button>
        )}
        {onCancel && <CancelButton onClick={onCancel} />}
      </Group>
      {autoAction && secondsLeft !== null && (
        // The alert announces the sentence once, and not again at every second.
        <p className={textStyles.caption} aria-live="off">
          {autoAction.label} in <span className={textStyles.tabular}>{secondsLeft}</span> s.{' '}
          <UnstyledButton
            className={textStyles.link}
            td="underline"
            p={4}
            fz="inherit"
            onClick={() => setStopped(true)}
          >
            Stay here
          </UnstyledButton>
        </p>
      )}
      {requestId && (
        <p className={textStyles.caption}>
          Request <CopyText text={requestId} label="Copy request id" />
        </p>
      )}
    </Flex>
  )
}

/** Whole seconds left until `onEnd` runs once; null without `onEnd`. */
const useCountdown = (seconds: number, onEnd: (() => void) | undefined): number | null => {
  const isActive = onEnd !== undefined
  const [secondsLeft, setSecondsLeft] = useState(seconds)
  const end = useEffectEvent(() => onEnd?.())
  useEffect(() => {
    if (!isActive) return undefined
    let remaining = seconds
    const timer = setInterval(() => {
      remaining -= 1
      setSecondsLeft(remaining)
      if (remaining > 0) return
      clearInterval(timer)
      end()
    }, 1000)
    return () => clearInterval(timer)
  }, [isActive, seconds])
  return isActive && secondsLeft > 0 ? secondsLeft : null
}

/** A part of a screen that could not be loaded: why, and a retry button. */
export const SmallFailure = ({ words, onRetry }: { words: string; onRetry: () => void }) => (
  <Stack role="alert" gap={10} align="flex-start">
    <p className={textStyles.detail}>{words}</p>
    <Button size="xs" variant="default" onClick={onRetry}>
      Try again
    </Button>
  </Stack>
)
