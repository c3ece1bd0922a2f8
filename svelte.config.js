import { vitePreprocess } from '@sveltejs/vite-plugin-svelte'

export const svelteConfig = { preprocess: vitePreprocess(), compilerOptions: { runes: true } }
export default svelteConfig
