import type { AudienceEstimate } from '@auspex/sdk/types'

/** Of which people an estimate was asked. */
export type AudienceAsked = Pick<AudienceEstimate, 'id' | 'name' | 'platform' | 'age_min' | 'age_max' | 'geo'>
