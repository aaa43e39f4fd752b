import type { HashtagTrends } from '@auspex/sdk'
import { Button, Stack } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { countryName } from '../../lib/places/countries.ts'
import { formatCount, formatRatio, formatShare, formatShareInterval, formatTimes } from '../../lib/numbers/format.ts'
import { Bar } from '../../ui/values.tsx'
import layout from '../../ui/layout.module.css'
import { Section } from '../../ui/page.tsx'
import textStyles from '../../ui/text-styles.module.css'
import { unitOf } from './hashtag-words.ts'
import { comparedTags, type HashtagSearch, maxCompared } from './hashtags.search.ts'
import { SourceNote } from './hashtag-notes.tsx'
import classes from './hashtags.module.css'

interface RelatedTagsProps {
  trend: HashtagTrends
  search: HashtagSearch
}

const listLength = 12

/** Hashtags that occur together with this one more than elsewhere, and the sources of its videos. */
export const RelatedTags = ({ trend, search }: RelatedTagsProps) => (
  <Section
    id="related"
    title="Used with it"
    hint={trend.relatedReason ?? 'Hashtags used with it more often than with other videos, clearest first.'}
  >
    <div className={layout.halves}>
      <RelatedList trend={trend} search={search} />
      <CountryList trend={trend} search={search} />
    </div>
    <SourceNote source={trend.source} />
  </Section>
)

const RelatedList = ({ trend: { tag, relatedTags }, search }: RelatedTagsProps) => {
  const navigate = useNavigate()
  const beside = comparedTags(search, tag)
  const distinctTags = relatedTags.filter(({ isDistinct }) => isDistinct !== false).slice(0, listLength)
  if (distinctTags.length === 0)
    return <p className={textStyles.note}>No hashtag is used with it more often than by chance in this period.</p>
  return (
    <ul className={`${textStyles.detail} ${classes.tags}`} aria-label="Related hashtags">
      {distinctTags.map(({ tag: other, videos, elsewhere, share, lift, low, high }) => (
        <li key={other} className={classes.tag}>
          <span className={classes.name}>
            <Link
              to="/hashtags/$tag"
              params={{ tag: other }}
              search={search}
              className={textStyles.inSentence}
              activeProps={{}}
            >
              #{other}
            </Link>{' '}
            <span className={`${textStyles.fine} ${textStyles.nowrap}`}>
              {formatCount(videos)} together, {formatShare(share)}
            </span>
          </span>
          <span className={`${textStyles.figure} ${textStyles.nowrap}`}>
            {lift === null || low === null || high === null ? (
              <span className={textStyles.quiet}>lift unknown</span>
            ) : elsewhere === 0 ? (
              'only with it'
            ) : (
              <>
                {formatRatio(lift)}{' '}
                <span className={textStyles.fine}>{`${formatTimes(low)}–${formatTimes(high)}`}</span>
              </>
            )}
          </span>
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            aria-label={`Compare #${tag} with #${other}`}
            disabled={beside.includes(other) || beside.length >= maxCompared}
            onClick={() =>
              void navigate({
                to: '/hashtags/$tag',
                params: { tag },
                search: { ...search, beside: [...beside, other].join(',') },
                resetScroll: false,
              })
            }
          >
            Compare
          </Button>
        </li>
      ))}
    </ul>
  )
}

const CountryList = ({ trend, search }: RelatedTagsProps) => {
  const { tag, countries, geo } = trend
  const knownCountries = countries.filter(({ country }) => country !== null)
  const unknown = countries.find(({ country }) => country === null)?.videos ?? 0
  return (
    <section aria-label="Countries">
      <h3>Where from</h3>
      {knownCountries.length === 0 ? (
        <p className={textStyles.note}>
          {unknown === 0
            ? 'No country is known.'
            : `None of the ${formatCount(unknown)} ${unitOf(trend)} mentions a country.`}
        </p>
      ) : (
        <Stack component="ul" className={textStyles.detail} gap={8} mt={6}>
          {knownCountries.slice(0, listLength).map(({ country, videos, share, low, high }) => (
            <li key={country}>
              <span className={classes.tag} style={{ padding: '0 0 3px' }}>
                {geo === null && country !== null ? (
                  <Link
                    to="/hashtags/$tag"
                    params={{ tag }}
                    search={{ ...search, geo: country }}
                    className={textStyles.link}
                    activeProps={{}}
                  >
                    {countryName(country)}
                  </Link>
                ) : (
                  <span>{country !== null && countryName(country)}</span>
                )}
                <span className={textStyles.tabular}>{formatCount(videos)}</span>
                <span className={textStyles.fine}>
                  {share !== null && low !== null && high !== null && formatShareInterval(low, high)}
                </span>
              </span>
              <Bar part={share ?? 0} height={4} />
            </li>
          ))}
        </Stack>
      )}
      {unknown > 0 && knownCountries.length > 0 && (
        <p className={textStyles.note} style={{ marginTop: 12 }}>
          {formatCount(unknown)} more name no country; shares leave them out.
        </p>
      )}
    </section>
  )
}
