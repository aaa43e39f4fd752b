import { Stack, type StackProps } from '@mantine/core'

interface SkeletonGroupProps extends StackProps {
  /** What will stand here: "the forecast". */
  name: string
  /** Whether it has been asked for. Before, nothing is loading, and nothing says so. */
  isAsked?: boolean | undefined
}

/** Holds the place of a part of the report that is loaded apart from the rest. */
export const SkeletonGroup = ({ name, isAsked = true, ...stack }: SkeletonGroupProps) =>
  isAsked ? (
    <Stack {...stack} role="group" aria-busy="true" aria-label={`Loading ${name}`} />
  ) : (
    <Stack {...stack} aria-hidden />
  )
