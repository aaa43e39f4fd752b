import { Modal, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useClient } from '../../lib/api.tsx'
import type { ShareItem } from '../../lib/dialog-request.tsx'
import { describeFailure } from '../../lib/failure.ts'
import { SmallFailure } from '../../ui/small-failure.tsx'
import { LinkRow } from './link-row.tsx'
import { NewLink } from './new-link.tsx'
import { NewLinkForm } from './new-link-form.tsx'
import { kindWords } from './share-words.ts'
import { shareLinksOptions } from './sharing.queries.ts'
import classes from './sharing.module.css'
import textStyles from '../../ui/text-styles.module.css'

/** Makes a link to a thing, and lists those that there are. */
export const ShareDialog = ({ item, onClose }: { item: ShareItem; onClose: () => void }) => {
  const { data, error, refetch } = useQuery(shareLinksOptions(useClient(), item))
  const body = useRef<HTMLDivElement>(null)
  const [isRevoked, setRevoked] = useState(false)
  /** The token of the new link, which is told only once. */
  const [newLink, setNewLink] = useState<{ id: string; token: string } | null>(null)
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
            ? 'Whoever opens the link reads what was said until now, with its sources. What is said later stays with you.'
            : `Whoever opens the link reads the ${kindWords[item.kind]} as it is at that moment, and nothing else. Nobody can change it.`}
        </p>
        {newLink ? (
          <NewLink token={newLink.token} onAnother={() => setNewLink(null)} />
        ) : (
          <NewLinkForm
            item={item}
            onCreated={(id, token) => {
              setRevoked(false)
              setNewLink({ id, token })
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
                Links so far
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
                      // the row that had the focus goes
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
