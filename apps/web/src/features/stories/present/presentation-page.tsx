import { NotFoundError, type Story, type StoryCard } from '@auspex/sdk'
import { ActionIcon, Box, Progress, Tooltip, VisuallyHidden } from '@mantine/core'
import { useFullscreenDocument } from '@mantine/hooks'
import { IconArrowLeft, IconArrowRight, IconArrowsMaximize, IconArrowsMinimize, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useClient } from '../../../lib/api/api.tsx'
import { describeFailure } from '../../../lib/api/failure.ts'
import { formatDay } from '../../../lib/time/format.ts'
import { ErrorView } from '../../../ui/error-view.tsx'
import { FullPage, LoadingScreen } from '../../../ui/full-page.tsx'
import textStyles from '../../../ui/text-styles.module.css'
import { CardView, describeMoment } from '../cards/card-view.tsx'
import { nameOf } from '../cards/card-words.ts'
import classes from '../stories.module.css'
import { storyOptions } from '../stories.queries.ts'
import { NoSuchStory } from '../story-page.tsx'

/** One card at a time. Arrow keys and Space move, F toggles full screen, Escape leaves. */
const Presentation = ({ story, slide, onSlide, onLeave }: PresentationProps) => {
  const slides = slidesOf(story)
  const last = slides.length
  const at = Math.min(slide, last)
  const currentSlide = slides[at - 1]
  const { toggle, fullscreen } = useFullscreenDocument()
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    // these keys press a focused button
    if (
      (event.key === ' ' || event.key === 'Enter') &&
      event.target instanceof HTMLElement &&
      event.target.closest('button, a')
    )
      return
    const next = slideOfKey(event, at, last)
    if (next !== undefined) onSlide(next)
    else if (event.key === 'Escape') onLeave()
    else if (event.key === 'f') void toggle()
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return (
    <main className={classes.stage}>
      <title>{`${story.displayTitle} · Presentation · Auspex`}</title>
      <VisuallyHidden component="output">
        Slide {at} of {last}: {currentSlide && nameOfSlide(currentSlide)}
      </VisuallyHidden>
      {currentSlide && <SlideView key={at} slide={currentSlide} />}
      <footer className={classes.bar}>
        <Progress
          className={classes.progress}
          size={4}
          value={(at / last) * 100}
          aria-label={`Slide ${at} of ${last}`}
          transitionDuration={200}
        />
        <Control icon={IconX} label="Leave the presentation (Esc)" onClick={onLeave} />
        <Control
          icon={fullscreen ? IconArrowsMinimize : IconArrowsMaximize}
          label={fullscreen ? 'Leave full screen (F)' : 'Full screen (F)'}
          onClick={() => void toggle()}
        />
        <Box component="span" className={`${textStyles.caption} ${textStyles.tabular}`} ml="auto" mr={4}>
          {at} / {last}
        </Box>
        <Control icon={IconArrowLeft} label="Previous slide (←)" isOff={at === 1} onClick={() => onSlide(at - 1)} />
        <Control icon={IconArrowRight} label="Next slide (→)" isOff={at === last} onClick={() => onSlide(at + 1)} />
      </footer>
    </main>
  )
}

const nameOfSlide = (slide: Slide): string => (slide.kind === 'title' ? slide.title : nameOf(slide.card))

const Control = ({ icon: Sign, label, isOff = false, onClick }: ControlProps) => (
  <Tooltip label={label} position="top">
    <ActionIcon
      size="lg"
      aria-label={label}
      // retains the focus at the end, where a disabled button would lose it
      aria-disabled={isOff}
      data-disabled={isOff || undefined}
      onClick={() => !isOff && onClick()}
    >
      <Sign size={20} stroke={1.7} aria-hidden />
    </ActionIcon>
  </Tooltip>
)

/** A slide: the title of the story, or a card with its caption above it. */
const SlideView = ({ slide }: { slide: Slide }) => {
  if (slide.kind === 'title')
    return (
      <section className={classes.slide} data-title>
        <h1 className={classes.presentationTitle}>{slide.title}</h1>
        <p className={textStyles.quiet}>{formatDay(slide.updatedAt)}</p>
      </section>
    )
  const { card } = slide
  const moment = describeMoment(card)
  return (
    <section className={classes.slide}>
      {card.caption !== null && <h1 className={classes.caption}>{card.caption}</h1>}
      <CardView card={card} isSlide />
      {moment !== null && <p className={textStyles.caption}>{moment}</p>}
    </section>
  )
}

const slidesOf = ({ displayTitle, updatedAt, cards }: Story): readonly Slide[] => [
  { kind: 'title', title: displayTitle, updatedAt },
  ...cards.map((card): Slide => ({ kind: 'card', card })),
]

/** The slide that a key moves to, from 1; undefined for keys that do not move. */
export const slideOfKey = (
  event: { key: string; shiftKey: boolean },
  slide: number,
  last: number,
): number | undefined => {
  const step = stepOf(event)
  if (event.key === 'Home') return 1
  if (event.key === 'End') return last
  return step === 0 ? undefined : Math.max(1, Math.min(last, slide + step))
}

const stepOf = ({ key, shiftKey }: { key: string; shiftKey: boolean }): number => {
  if (['ArrowRight', 'ArrowDown', 'PageDown', 'Enter'].includes(key)) return 1
  if (['ArrowLeft', 'ArrowUp', 'PageUp', 'Backspace'].includes(key)) return -1
  return key === ' ' ? (shiftKey ? -1 : 1) : 0
}

const route = getRouteApi('/stories/$storyId_/present')

/** A story presented in the full window. The slide is in the address, so that people can return to it. */
export const PresentationPage = () => {
  const { storyId } = route.useParams()
  const { slide = 1 } = route.useSearch()
  const navigate = useNavigate()
  const { data: story, error, refetch } = useQuery(storyOptions(useClient(), storyId))
  const leavePresentation = () => void navigate({ to: '/stories/$storyId', params: { storyId } })
  if (story)
    return (
      <Presentation
        story={story}
        slide={slide}
        onSlide={(next) =>
          void navigate({
            to: '/stories/$storyId/present',
            params: { storyId },
            search: { slide: next === 1 ? undefined : next },
            replace: true,
            resetScroll: false,
          })
        }
        onLeave={leavePresentation}
      />
    )
  if (error instanceof NotFoundError) return <NoSuchStory />
  if (error)
    return (
      <FullPage>
        <ErrorView level={1} {...describeFailure(error)} onRetry={() => void refetch()} onCancel={leavePresentation} />
      </FullPage>
    )
  return <LoadingScreen label="Loading the story" />
}

interface PresentationProps {
  story: Story
  /** Counted from 1. */
  slide: number
  onSlide: (slide: number) => void
  onLeave: () => void
}

interface ControlProps {
  icon: typeof IconX
  label: string
  isOff?: boolean
  onClick: () => void
}

/** The title first, then a slide for each card. */
type Slide =
  | { readonly kind: 'title'; readonly title: string; readonly updatedAt: string }
  | { readonly kind: 'card'; readonly card: StoryCard }
