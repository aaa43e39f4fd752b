import type { AudienceEstimate } from '@auspex/sdk/types'

/** Of which people an estimate was asked. */
export type AudienceRequest = Pick<AudienceEstimate, 'id' | 'name' | 'platform' | 'age_min' | 'age_max' | 'geo'>
