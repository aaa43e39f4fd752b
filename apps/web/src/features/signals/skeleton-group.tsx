import { Stack, type StackProps } from '@mantine/core'

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
