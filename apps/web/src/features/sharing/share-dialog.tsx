import type { EmbedPart, ShareAccess, SharedKind, ShareLink } from '@auspex/sdk'
import { Modal, Skeleton, Button, TextInput, Radio, Select, Stack, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy, IconBuilding, IconWorld } from '@tabler/icons-react'
import { formatDay, formatInstant, formatSince } from '../../lib/time/format.ts'
import { useClient } from '../../lib/api/api.tsx'
import type { ShareItem } from '../../lib/dialogs/dialog-request.tsx'
import { describeFailure } from '../../lib/api/failure.ts'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { SmallFailure } from '../../ui/error-view.tsx'
import { embedPictureOptions, shareLinksOptions, useCreateLink, useRevokeLink } from './sharing.queries.ts'
import { useNow } from '../../lib/time/use-now.ts'
import classes from './share-dialog.module.css'
import textStyles from '../../ui/text-styles.module.css'
import surfaces from '../../ui/surfaces.module.css'
import { Failure } from '../../ui/form-actions.tsx'

const kindWords: Record<SharedKind, string> = {
  signal: 'report',
  story: 'story',
  portfolio: 'portfolio',
  project: 'project',
  report: 'saved report',
  thread: 'conversation',
}

const accessWords: Record<ShareAccess, string> = {
  organization: 'People of your organization, signed in',
  anyone: 'Anyone with the link, without an account',
}

const embedAddress = (token: string, part: EmbedPart): string =>
  `${window.location.origin}/api/sharedItems/${token}/embed?part=${part}`

/** The size of the frame or picture in another site, in CSS pixels; a narrower site scales it. */
const embedWidth = 640
const embedHeights: Record<EmbedPart, number> = { chart: 400, number: 240 }

const toBase64 = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCodePoint(byte)).join(''))

const escapeAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

interface EmbedHtmlOptions {
  part: EmbedPart
  title: string
}

/** A frame that shows the latest measurement. */
const liveEmbedHtml = (token: string, { part, title }: EmbedHtmlOptions): string =>
  `<iframe src="${embedAddress(token, part)}" width="${embedWidth}" height="${embedHeights[part]}" title="${escapeAttribute(title)}" loading="lazy" style="border:0;max-width:100%"></iframe>`

/** The picture itself, which needs neither the link nor the server. */
const frozenEmbedHtml = (svg: string, { part, title }: EmbedHtmlOptions): string =>
  `<img alt="${escapeAttribute(title)}" width="${embedWidth}" height="${embedHeights[part]}" src="data:image/svg+xml;base64,${toBase64(svg)}">`

/** Code for other sites: a frame that is always current, or the picture as it is now. */
const EmbedCode = ({ token, title }: { token: string; title: string }) => {
  const [part, setPart] = useState<EmbedPart>('chart')
  const [isFrozen, setFrozen] = useState(false)
  const clipboard = useClipboard({ timeout: 3000 })
  const picture = useQuery({ ...embedPictureOptions(useClient(), token, part), enabled: isFrozen })
  const frozenHtml = picture.data === undefined ? '' : frozenEmbedHtml(picture.data, { part, title })
  const code = isFrozen ? frozenHtml : liveEmbedHtml(token, { part, title })
  return (
    <section aria-labelledby="share-embed" className={classes.embed}>
      <h3 id="share-embed" className={classes.heading}>
        Embed in another site
      </h3>
      <Group gap={8}>
        <SegmentedControl
          size="xs"
          aria-label="What is embedded"
          value={part}
          onChange={setPart}
          data={[
            { value: 'chart', label: 'Chart' },
            { value: 'number', label: 'Number' },
          ]}
        />
        <SegmentedControl
          size="xs"
          aria-label="Whether it changes"
          value={isFrozen ? 'frozen' : 'live'}
          onChange={(value) => setFrozen(value === 'frozen')}
          data={[
            { value: 'live', label: 'Live' },
            { value: 'frozen', label: 'As it is now' },
          ]}
        />
      </Group>
      <iframe
        className={classes.frame}
        src={embedAddress(token, part)}
        title="Preview"
        style={{ aspectRatio: `${embedWidth} / ${embedHeights[part]}` }}
        sandbox=""
      />
      <div className={classes.copy}>
        <TextInput
          aria-label="Code to embed"
          readOnly
          value={code}
          error={picture.isError && isFrozen ? 'The picture could not be loaded. Try again.' : undefined}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button
          variant="default"
          disabled={code === ''}
          leftSection={clipboard.copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          onClick={() => clipboard.copy(code)}
        >
          {clipboard.copied ? 'Copied' : 'Copy code'}
        </Button>
      </div>
      <p className={textStyles.caption}>
        {isFrozen
          ? 'The picture stays as it is, even after the link is revoked.'
          : 'It shows the latest measurement, and ends with the link. Visitors load a few kB, without cookies.'}
      </p>
    </section>
  )
}

const toAddress = (token: string): string => `${window.location.origin}/shared/${token}`

const describeEnd = ({ expiresAt }: ShareLink, now: number): string => {
  if (expiresAt === null) return 'until you revoke it'
  return Date.parse(expiresAt) <= now ? `ended on ${formatDay(expiresAt)}` : `until ${formatInstant(expiresAt)}`
}

/** The lifetime of a link in days; 0 is until it is revoked. */
const lifetimes: readonly { readonly days: number; readonly label: string }[] = [
  { days: 1, label: 'For a day' },
  { days: 7, label: 'For a week' },
  { days: 30, label: 'For 30 days' },
  { days: 90, label: 'For 90 days' },
  { days: 0, label: 'Until I revoke it' },
]

const dayMs = 86_400_000

const endAfter = (days: number, now: number): string | null =>
  days === 0 ? null : new Date(now + days * dayMs).toISOString()

/** An existing link: who can read with it, until when, and how to revoke it. */
const LinkRow = ({ link, isNew, onRevoked }: LinkRowProps) => {
  const now = useNow()
  const [isConfirming, setConfirming] = useState(false)
  const isForAnyone = link.access === 'anyone'
  const hasEnded = link.expiresAt !== null && Date.parse(link.expiresAt) <= now
  const Sign = isForAnyone ? IconWorld : IconBuilding
  const action = hasEnded ? 'Remove' : 'Revoke'
  return (
    <li className={classes.link} data-ended={hasEnded}>
      <Sign size={18} stroke={1.6} aria-hidden />
      <span className={classes.description}>
        <span>
          {isForAnyone ? 'Anyone with the link' : 'Your organization'}
          {isNew && <span className={`${surfaces.badge} ${surfaces.accent}`}>new</span>}
        </span>
        <span className={textStyles.caption}>
          Created{' '}
          <time dateTime={link.createdAt} title={formatInstant(link.createdAt)}>
            {formatSince(link.createdAt, now)}
          </time>
          , {hasEnded ? '' : 'works '}
          {describeEnd(link, now)}
        </span>
      </span>
      {!isConfirming && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          aria-label={`${action} the link created ${formatInstant(link.createdAt)}`}
          onClick={() => setConfirming(true)}
        >
          {action}
        </Button>
      )}
      {isConfirming && (
        <Confirmation link={link} hasEnded={hasEnded} onRevoked={onRevoked} onKeep={() => setConfirming(false)} />
      )}
    </li>
  )
}

/** Confirms that access ends. It cannot be undone: another link has another address. */
const Confirmation = ({ link, hasEnded, onRevoked, onKeep }: ConfirmationProps) => {
  const revoke = useRevokeLink(useClient())
  const failure = revoke.error && describeFailure(revoke.error)
  return (
    <div className={classes.confirmation} role="group" aria-label={`${hasEnded ? 'Remove' : 'Revoke'} this link?`}>
      <p className={textStyles.text}>
        {hasEnded
          ? 'The link has ended already; this takes it off the list.'
          : `Anyone with this link will no longer be able to read the ${kindWords[link.kind]} “${link.title}”. This can’t be undone. A new link has a different address.`}
      </p>
      <Failure failure={failure} />
      <Group gap="xs" mt={8}>
        <Button
          size="compact-sm"
          color="red.9"
          loading={revoke.isPending}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that had the focus is gone, and this confirms its action
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

const usualDays = 30

/** Who may read with the link, and for how long. The narrower option is the default. */
const NewLinkForm = ({ item: { kind, itemId }, onCreated }: NewLinkFormProps) => {
  const create = useCreateLink(useClient())
  const [access, setAccess] = useState<ShareAccess>('organization')
  const [days, setDays] = useState(usualDays)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate(
      { kind, itemId, access, expiresAt: endAfter(days, Date.now()) },
      { onSuccess: (link) => link.token !== null && onCreated({ ...link, token: link.token }) },
    )
  }
  const failure = create.error && describeFailure(create.error)
  return (
    <form className={classes.form} onSubmit={submit}>
      <Radio.Group
        label="Who can read it"
        value={access}
        onChange={(value) => setAccess(value === 'anyone' ? 'anyone' : 'organization')}
      >
        <Stack gap={8} mt={8}>
          <Radio value="organization" label={accessWords.organization} data-autofocus />
          <Radio value="anyone" label={accessWords.anyone} />
        </Stack>
      </Radio.Group>
      <Select
        label="How long it works"
        data={lifetimes.map(({ days: value, label }) => ({ value: String(value), label }))}
        value={String(days)}
        onChange={(value) => setDays(Number(value ?? usualDays))}
        allowDeselect={false}
      />
      <Failure failure={failure} />
      <div>
        <Button type="submit" loading={create.isPending}>
          Create a link
        </Button>
      </div>
    </form>
  )
}

/** Creates a link to a thing, and lists existing ones. */
export const ShareDialog = ({ item, onClose }: { item: ShareItem; onClose: () => void }) => {
  const { data, error, refetch } = useQuery(shareLinksOptions(useClient(), item))
  const body = useRef<HTMLDivElement>(null)
  const [isRevoked, setRevoked] = useState(false)
  /** The token of the new link, which is returned only once. */
  const [newLink, setNewLink] = useState<CreatedLink | null>(null)
  return (
    <Modal
      opened
      radius="lg"
      onClose={onClose}
      size={560}
      title={`Share “${item.title}”`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div ref={body} tabIndex={-1} className={classes.dialog}>
        <p className={textStyles.text}>
          {item.kind === 'thread'
            ? 'Anyone who opens the link can read the conversation so far, with its sources. Later messages stay with you.'
            : `Anyone who opens the link sees the ${kindWords[item.kind]} as it is at that moment, and nothing else. Nobody can change it.`}
        </p>
        {newLink ? (
          <>
            <NewLink token={newLink.token} onAnother={() => setNewLink(null)} />
            {item.kind === 'signal' && newLink.access === 'anyone' && (
              <EmbedCode token={newLink.token} title={item.title} />
            )}
          </>
        ) : (
          <NewLinkForm
            item={item}
            onCreated={(link) => {
              setRevoked(false)
              setNewLink(link)
            }}
          />
        )}
        {data === undefined ? (
          error ? (
            <SmallFailure words={describeFailure(error).message} onRetry={() => void refetch()} />
          ) : (
            <Skeleton height={54} radius="md" aria-label="Loading the links" />
          )
        ) : (
          data.items.length > 0 && (
            <section aria-labelledby="share-links">
              <h3 id="share-links" className={classes.heading}>
                Existing links
              </h3>
              <ul className={classes.links}>
                {data.items.map((link) => (
                  <LinkRow
                    key={link.id}
                    link={link}
                    isNew={link.id === newLink?.id}
                    onRevoked={() => {
                      if (link.id === newLink?.id) setNewLink(null)
                      setRevoked(true)
                      // the row that had the focus is removed
                      body.current?.focus({ preventScroll: true })
                    }}
                  />
                ))}
              </ul>
            </section>
          )
        )}
        <p className={`${textStyles.note} ${classes.revoked}`} role="status">
          {isRevoked && 'The link is revoked.'}
        </p>
      </div>
    </Modal>
  )
}

/** The address of a new link. It is shown once: the server does not store it. */
const NewLink = ({ token, onAnother }: { token: string; onAnother: () => void }) => {
  const clipboard = useClipboard({ timeout: 3000 })
  const address = toAddress(token)
  return (
    <div className={`${surfaces.callout} ${surfaces.accent} ${classes.newLink}`}>
      <p role="status">Your link is ready. Copy it now. For safety, it won’t be shown again.</p>
      <div className={classes.copy}>
        <TextInput
          aria-label="Address of the link"
          readOnly
          value={address}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form that had the focus is gone, and this is the next step
          autoFocus
          leftSection={clipboard.copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          onClick={() => clipboard.copy(address)}
        >
          {clipboard.copied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      {clipboard.error && (
        <p className={textStyles.fault}>Your browser blocked copying. Select the link and copy it.</p>
      )}
      <div>
        <Button variant="subtle" size="compact-sm" onClick={onAnother}>
          Create another link
        </Button>
      </div>
    </div>
  )
}

interface NewLinkFormProps {
  item: ShareItem
  onCreated: (link: CreatedLink) => void
}

type CreatedLink = ShareLink & { token: string }

interface LinkRowProps {
  link: ShareLink
  isNew: boolean
  onRevoked: () => void
}

interface ConfirmationProps {
  link: LinkRowProps['link']
  onRevoked: LinkRowProps['onRevoked']
  hasEnded: boolean
  onKeep: () => void
}
