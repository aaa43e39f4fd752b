import { Button, Checkbox, Modal, Select, Skeleton, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../lib/api.tsx'
import type { CardOffer } from '../../../lib/dialog-request.tsx'
import { describeFailure } from '../../../lib/failure.ts'
import { LinkButton } from '../../../lib/link-button.tsx'
import { SmallFailure } from '../../../ui/small-failure.tsx'
import { isMeasured } from '../../../lib/cards/card-words.ts'
import { longestTitle } from '../new-story.tsx'
import { meOptions, recentStoriesOptions } from '../stories.queries.ts'
import { readLastStory } from './last-story.ts'
import { OfferRow } from './offer-row.tsx'
import { useAddOffer } from './use-add-offer.ts'
import classes from './add.module.css'
import textStyles from '../../../ui/text-styles.module.css'

interface AddToStoryDialogProps {
  /** What the cards are of: "oat milk". */
  subject: string
  offers: readonly CardOffer[]
  onClose: () => void
}

const newStory = 'new'

/** What of a page becomes a card, and in which story. The story that was used last is chosen, so that one press adds. */
export const AddToStoryDialog = ({ subject, offers, onClose }: AddToStoryDialogProps) => {
  const client = useClient()
  const { data: me } = useQuery(meOptions(client))
  const { data, error, refetch } = useQuery(recentStoriesOptions(client))
  const personId = me?.profile.id ?? ''
  const [chosen, setChosen] = useState<string | null>(null)
  const [title, setTitle] = useState(subject)
  const [frozen, setFrozen] = useState(false)
  const stories = data?.items ?? []
  const last = readLastStory(personId)
  const usual = stories.find(({ id }) => id === last) ?? stories[0]
  const storyId = chosen ?? usual?.id ?? newStory
  const { add, undo, states, madeStoryId } = useAddOffer(personId)
  const target = storyId === newStory ? (madeStoryId ?? { title: title.trim() || subject }) : storyId
  const openId = typeof target === 'string' ? target : null
  return (
    <Modal
      opened
      radius="lg"
      onClose={onClose}
      title={`Add “${subject}” to a story`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {data === undefined || me === undefined ? (
        error ? (
          <SmallFailure words={describeFailure(error).message} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={200} radius="md" aria-label="Loading your stories" />
        )
      ) : (
        <div className={classes.dialog}>
          <Select
            label="Story"
            data={[
              ...stories.map(({ id, displayTitle }) => ({ value: id, label: displayTitle })),
              { value: newStory, label: 'A new story' },
            ]}
            value={storyId}
            onChange={setChosen}
            allowDeselect={false}
            searchable={stories.length > 8}
          />
          {storyId === newStory && madeStoryId === null && (
            <TextInput
              label="Title of the new story"
              value={title}
              maxLength={longestTitle}
              onChange={(event) => setTitle(event.currentTarget.value)}
            />
          )}
          {offers.some(({ content }) => isMeasured(content)) && (
            <Checkbox
              label="Freeze: keep the values of now"
              checked={frozen}
              onChange={(event) => setFrozen(event.currentTarget.checked)}
            />
          )}
          <ul className={classes.offers} aria-label="What to add">
            {offers.map((offer, index) => (
              <OfferRow
                key={offer.key}
                offer={offer}
                state={states[offer.key]}
                isFirst={index === 0}
                onAdd={() => void add(offer, target, frozen)}
                onUndo={() => void undo(offer.key)}
              />
            ))}
          </ul>
          <div className={classes.foot}>
            <Button variant="default" onClick={onClose}>
              Done
            </Button>
            {openId !== null && (
              <LinkButton
                to="/stories/$storyId"
                params={{ storyId: openId }}
                variant="subtle"
                preload={false}
                onClick={onClose}
              >
                Open the story
              </LinkButton>
            )}
            <span className={textStyles.note}>Cards come to the end of the story.</span>
          </div>
        </div>
      )}
    </Modal>
  )
}
