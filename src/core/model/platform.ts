/** Platforms of Apple's systems, as load commands and reports number them (`PLATFORM_…` of `mach-o/loader.h`). */

const platforms: readonly string[] = [
  '',
  'macOS',
  'iOS',
  'tvOS',
  'watchOS',
  'bridgeOS',
  'Mac Catalyst',
  'iOS Simulator',
  'tvOS Simulator',
  'watchOS Simulator',
  'DriverKit',
  'visionOS',
  'visionOS Simulator',
  'firmware',
  'sepOS',
]

/** Name of a platform number; `platform 99` of one that is not known. */
export function platformName(platform: number): string {
  return platforms[platform] || `platform ${platform}`
}
