/** Identifiers planted into the fixtures of all formats: nested, repeated and escaped, as apps and their crash reporters write them. */

/** Nobody's: none of these is in a fixture, and none looks like a pseudonym. */
export const planted = {
  user: 'annemarie',
  project: 'NordlichtMandant',
  email: 'annemarie.kestrel@nordlicht.example',
  device: 'Annemarie’s iPhone 15',
  host: 'Annemaries-MacBook-Pro',
  vendor: 'D3ADB0D1-7C2E-4A61-9F10-5B6C7D8E9F01',
  crashKey: '7be2d90c41f6a835e0d9c7b6a5948372615f4e3d',
  container: 'C0117A13-24F5-46B6-87C7-98D8E9F0A1B2',
  simulator: '51B0A7ED-93C2-4E17-A5D6-72F8E94B1C30',
  anonymous: 'A9091EE5-0F1E-4B2D-9C3C-8D7E6F5A4B13',
  sleepWake: '51EE9A4E-7B6C-4D5E-8F90-1A2B3C4D5E6F',
  beta: 'BE7AC0DE-3D4C-4B5A-8695-A4B3C2D1E0F9',
  bundle: 'B0D1E5AA-6C7D-4E8F-9A0B-1C2D3E4F5A6B',
  serial: 'F2LXK07JPLQ3',
  session: '5E5510FF-AB12-4CD3-8EF4-0123456789CD',
  account: 'acct_90817263545',
  ip: '84.17.52.93',
  mac: 'a4:83:e7:5c:34:56',
  phone: '+49 171 5550 1234',
  token: 'tk_live_51HxQy7ZpLmN',
  udid: '00008110-001E4D2A3C82801E',
  city: 'Quedlinburg',
  latitude: '51.789123',
  longitude: '-11.141456',
  wifi: 'Kestrel Guest 5G',
  bssid: '0:1c:b3:9:85:15',
  imei: '352099001761481',
  ecid: '6303405673529390',
  appleAccount: 'ak_maps_81726',
  cell: '+4917155509876',
} as const

const p = planted
const home = `/Users/${p.user}/${p.project}/Maps/Route.db`

/** Message texts of an app; every identifier is among words. */
export const plantedMessage =
  `sync of ${p.user} (${p.email}) on ${p.host} failed from ${p.ip} via ${p.mac}: ${home} ` +
  `[session ${p.session}] account=${p.account}&token=${p.token} vendor ${p.vendor.toLowerCase()} key ${p.crashKey} ` +
  `serial ${p.serial} udid ${p.udid} call ${p.phone} device ${p.device} in /var/mobile/Containers/Data/Application/${p.container}/tmp/x ` +
  `near ${p.latitude},${p.longitude} in ${p.city} on SSID "${p.wifi}" bssid=${p.bssid} IMEI ${p.imei} ecid=${p.ecid} appleID=${p.appleAccount} sms ${p.cell} ` +
  `simulator ~/Library/Developer/CoreSimulator/Devices/${p.simulator}/data image ${p.bundle} uuid: ${p.anonymous} beta=${p.beta} wake ${p.sleepWake.replaceAll('-', '').toLowerCase()}`

/** Members for a JSON object, with a document in a string and a document in that. */
export function plantedMembers(): string {
  const inner = { session_id: p.session, paths: [home], note: plantedMessage }
  const nested = { payload: JSON.stringify(inner), user: { name: p.user, email: p.email, id: p.account } }
  const members = {
    unslideTestStore: {
      deviceIdentifierForVendor: p.vendor,
      owner: [{ user: { name: p.user, phone: p.phone, [p.user]: { email: p.email } } }],
      device: {
        name: p.device,
        serialNumber: p.serial,
        udid: p.udid,
        wifi: { macAddress: p.mac, ipAddress: p.ip, ssid: p.wifi, bssid: p.bssid },
      },
      geo: { city: p.city, latitude: Number(p.latitude), longitude: Number(p.longitude) },
      radio: { IMEI: p.imei, UniqueChipID: p.ecid, appleID: p.appleAccount, phoneNumber: p.cell },
      container: `/private/var/containers/Bundle/Application/${p.container}/`,
      [`seen by ${p.user}`]: JSON.stringify(nested),
      link: `https://nordlicht.example/?mail=${encodeURIComponent(p.email)}&file=${encodeURIComponent(home)}`,
      said: plantedMessage,
    },
    unslideTestKeys: [{ key: 'accessToken', value: p.token }, { crashReporterKey: p.crashKey }, { hostName: p.host }],
  }
  // Some writers escape slashes and all that is not ASCII.
  const text = JSON.stringify(members)
    .replaceAll('/', '\\/')
    .replace(/[^\x20-\x7e]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return text.slice(1, -1)
}

/** Lines of a text report. */
export const plantedLines = [
  `CrashReporter Key:   ${p.crashKey}`,
  `Anonymous UUID:      ${p.anonymous}`,
  `Sleep/Wake UUID:     ${p.sleepWake}`,
  `Beta Identifier:     ${p.beta}`,
  `Device Name: ${p.device}`,
  `Host Name: ${p.host}`,
  `Serial Number: ${p.serial}`,
  `accessToken: ${p.token}`,
  `account_id: ${p.account}`,
  `City: ${p.city}`,
  `Wi-Fi SSID: ${p.wifi}`,
  `ECID: ${p.ecid}`,
  `note: ${plantedMessage}`,
  `note: file://${encodeURI(home)} {"deviceIdentifierForVendor":"${p.vendor}","session_id":"${p.session}"}`,
].join('\n')

/** What an app logs, in one line. */
export const plantedLog = `app says {${plantedMembers()}}; ${plantedMessage}`

/** A text in all the ways of reading it: as it is, unescaped from JSON, HTML and links, in one case. */
export function readings(text: string): readonly string[] {
  const json = (from: string): string =>
    from
      .replace(/\\u([0-9a-fA-F]{4})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
      .replace(/\\([\\/"])/g, '$1')
  const html = text
    .replace(/&#39;|&apos;/g, "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
  const percent = text.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  const markdown = text.replace(/\\([!-/:-@[-`{-~])/g, '$1')
  return [text, json(text), json(json(text)), json(json(json(text))), html, percent, markdown].map((one) =>
    one.toLowerCase(),
  )
}

/** Planted identifiers that a text still tells. */
export function leaksOf(text: string): string[] {
  const all = readings(text)
  return Object.values(planted).filter((secret) =>
    variants(secret).some((variant) => all.some((reading) => reading.includes(variant))),
  )
}

function variants(secret: string): readonly string[] {
  const plain = secret.toLowerCase()
  return [plain, ...(/^[0-9a-f-]{36}$/.test(plain) ? [plain.replaceAll('-', '')] : []), plain.replaceAll('’', "'")]
}
