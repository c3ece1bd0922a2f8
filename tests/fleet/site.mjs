/** `node tests/fleet/site.mjs DIR`: publishes the sample's symbols into DIR and serves them on this machine, until Ctrl-C. Prints the address. */
import { serveSample } from './published.mjs'

const [, , folder] = process.argv
const { url } = await serveSample(folder)
console.log(url)
