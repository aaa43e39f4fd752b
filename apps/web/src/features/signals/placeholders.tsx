import { Stack, type StackProps, Skeleton } from '@mantine/core'
import classes from './later-parts.module.css'
import textStyles from '../../ui/text-styles.module.css'

interface SkeletonGroupProps extends StackProps {
  /** The name of the missing part: "the forecast". */
  name: string
  /** Whether it has been requested. Before that nothing is loading or announced. */
  isAsked?: boolean | undefined
}

/** The placeholder of a part of the report that loads separately. */
export const SkeletonGroup = ({ name, isAsked = true, ...stack }: SkeletonGroupProps) =>
  isAsked ? (
    <Stack {...stack} role="group" aria-busy="true" aria-label={`Loading ${name}`} />
  ) : (
    <Stack {...stack} aria-hidden />
  )

/** As high as the loaded content, so that nothing below it jumps. */
export const AudienceSkeleton = () => (
  <SkeletonGroup gap={16} name="the audience">
    <Skeleton height={58} radius="md" />
    <Skeleton height={330} radius="md" />
    <Skeleton height={130} radius="md" />
    <Skeleton height={330} radius="md" />
  </SkeletonGroup>
)

/** As high as the loaded content, so that nothing below it jumps. */
export const ForecastSkeleton = ({ isAsked }: { isAsked?: boolean }) => (
  <SkeletonGroup gap={16} name="the forecast" isAsked={isAsked}>
    <Skeleton height={32} width={130} radius="md" />
    <Skeleton className={classes.fan} radius="md" />
    <Skeleton className={classes.models} radius="md" />
  </SkeletonGroup>
)

/** As high as the loaded content, so that nothing below it jumps. */
export const NarrativesSkeleton = ({ isAsked }: { isAsked?: boolean }) => (
  <SkeletonGroup gap={12} name="the narratives" isAsked={isAsked}>
    {Array.from({ length: 6 }, (_, row) => (
      <Skeleton key={row} className={classes.skeleton} radius="md" />
    ))}
  </SkeletonGroup>
)

interface NullResultProps {
  /** The part of the report without a result. */
  name: string
  /** "No usable forecast". */
  result: string
  /** "too few documents a week". */
  why: string
}

/** A part of the report without a result, in one line: what is missing, and why. */
export const NullResult = ({ name, result, why }: NullResultProps) => (
  <section aria-label={name} className={textStyles.text}>
    <b>{result}:</b> {lowerFirst(why)}
    {/[.!?]$/.test(why) ? '' : '.'}
  </section>
)

/** The server's reason is a sentence; after a colon it continues in lower case, unless it begins with a name such as USA. */
const lowerFirst = (text: string): string =>
  /^[A-Z](?:[a-z]|\s)/.test(text) ? `${text.charAt(0).toLowerCase()}${text.slice(1)}` : text
