import { Button, Group } from '@mantine/core'
import type { ShareLink } from '@auspex/sdk'
import { IconBuilding, IconWorld } from '@tabler/icons-react'
import { useState } from 'react'
import { useClient } from '../../lib/api.tsx'
import { describeFailure } from '../../lib/failure.ts'
import { formatInstant, formatSince } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { kindWords, sayEnd } from './share-words.ts'
import { useRevokeLink } from './sharing.queries.ts'
import classes from './sharing.module.css'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'

interface LinkRowProps {
  link: ShareLink
  isNew: boolean
  onRevoked: () => void
}

/** A link that exists: who can read with it, until when, and how to end it. */
export const LinkRow = ({ link, isNew, onRevoked }: LinkRowProps) => {
  const now = useNow()
  const [isAsking, setAsking] = useState(false)
  const isForAnyone = link.access === 'anyone'
  const hasEnded = link.expiresAt !== null && Date.parse(link.expiresAt) <= now
  const Sign = isForAnyone ? IconWorld : IconBuilding
  return (
    <li className={classes.link} data-ended={hasEnded}>
      <Sign size={18} stroke={1.6} aria-hidden />
      <span className={classes.words}>
        <span>
          {isForAnyone ? 'Anyone with the link' : 'Your organization'}
          {isNew && <span className={`${surfaces.badge} ${surfaces.accent}`}>new</span>}
        </span>
        <span className={textStyles.caption}>
          Made{' '}
          <time dateTime={link.createdAt} title={formatInstant(link.createdAt)}>
            {formatSince(link.createdAt, now)}
          </time>
          , {hasEnded ? '' : 'works '}
          {sayEnd(link, now)}
        </span>
      </span>
      {!isAsking && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          aria-label={`Revoke the link made ${formatInstant(link.createdAt)}`}
          onClick={() => setAsking(true)}
        >
          {hasEnded ? 'Remove' : 'Revoke'}
        </Button>
      )}
      {isAsking && (
        <Confirmation link={link} hasEnded={hasEnded} onRevoked={onRevoked} onKeep={() => setAsking(false)} />
      )}
    </li>
  )
}

interface ConfirmationProps extends Pick<LinkRowProps, 'link' | 'onRevoked'> {
  hasEnded: boolean
  onKeep: () => void
}

/** Says what ends. It cannot be undone: another link has another address. */
const Confirmation = ({ link, hasEnded, onRevoked, onKeep }: ConfirmationProps) => {
  const revoke = useRevokeLink(useClient())
  const failure = revoke.error && describeFailure(revoke.error)
  return (
    <div className={classes.confirmation} role="group" aria-label="Revoke this link?">
      <p className={textStyles.text}>
        {hasEnded
          ? 'The link has ended already; this takes it off the list.'
          : `Whoever has this link can no longer read the ${kindWords[link.kind]} “${link.title}”, from now on. It cannot be undone: a new link has another address.`}
      </p>
      {failure && (
        <p className={textStyles.fault} role="alert">
          {failure.message}. {failure.detail}
        </p>
      )}
      <Group gap="xs" mt={8}>
        <Button
          size="compact-sm"
          color="red.9"
          loading={revoke.isPending}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that had the focus is gone, and this is what it asked for
          autoFocus
          onClick={() => revoke.mutate(link.id, { onSuccess: onRevoked })}
        >
          {hasEnded ? 'Remove the link' : 'Revoke the link'}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onKeep}>
          Keep it
        </Button>
      </Group>
    </div>
  )
}
