import { TagsInput } from '@mantine/core'
import { useState } from 'react'
import { isFeedAddress, mostFeeds } from './explore.search.ts'

interface FeedsInputProps {
  value: readonly string[]
  onChange: (feeds: string[] | undefined) => void
}

/** Feeds of the person's own that the search reads as well. */
export const FeedsInput = ({ value, onChange }: FeedsInputProps) => {
  const [refused, setRefused] = useState<string>()
  return (
    <TagsInput
      label="Feeds to read as well"
      description="Addresses of RSS, Atom or JSON feeds; Enter adds one"
      placeholder={value.length === 0 ? 'https://example.org/feed.xml' : undefined}
      value={[...value]}
      maxTags={mostFeeds}
      acceptValueOnBlur
      clearable
      clearButtonProps={{ 'aria-label': 'No feeds' }}
      error={refused}
      onChange={(all) => {
        const wrong = all.find((text) => !isFeedAddress(text))
        setRefused(wrong === undefined ? undefined : `“${wrong}” is no web address: begin it with https://`)
        const feeds = all.filter(isFeedAddress)
        onChange(feeds.length > 0 ? feeds : undefined)
      }}
    />
  )
}
