import type { Story } from '@auspex/sdk'
import { ActionIcon, Box, Progress, Tooltip, VisuallyHidden } from '@mantine/core'
import { useFullscreenDocument } from '@mantine/hooks'
import { IconArrowLeft, IconArrowRight, IconArrowsMaximize, IconArrowsMinimize, IconX } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import { nameOf } from '../../../lib/cards/card-words.ts'
import { type Slide, slideOfKey, slidesOf } from './slides.ts'
import { SlideView } from './slide-view.tsx'
import classes from './presentation.module.css'
import textStyles from '../../../ui/text-styles.module.css'

interface PresentationProps {
  story: Story
  /** From 1. */
  slide: number
  onSlide: (slide: number) => void
  onLeave: () => void
}

/** One card at a time. Arrows and Space move, F fills the screen, Escape leaves. */
export const Presentation = ({ story, slide, onSlide, onLeave }: PresentationProps) => {
  const slides = slidesOf(story)
  const last = slides.length
  const at = Math.min(slide, last)
  const shown = slides[at - 1]
  const { toggle, fullscreen } = useFullscreenDocument()
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    // a button that has the focus is pressed by these
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
        Slide {at} of {last}: {shown && nameOfSlide(shown)}
      </VisuallyHidden>
      {shown && <SlideView key={at} slide={shown} />}
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

interface ControlProps {
  icon: typeof IconX
  label: string
  isOff?: boolean
  onClick: () => void
}

const Control = ({ icon: Sign, label, isOff = false, onClick }: ControlProps) => (
  <Tooltip label={label} position="top">
    <ActionIcon
      size="lg"
      aria-label={label}
      // it keeps the focus at the end, where a disabled button would lose it
      aria-disabled={isOff}
      data-disabled={isOff || undefined}
      onClick={() => !isOff && onClick()}
    >
      <Sign size={20} stroke={1.7} aria-hidden />
    </ActionIcon>
  </Tooltip>
)
