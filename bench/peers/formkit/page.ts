// As https://formkit.com/getting-started/installation and /essentials/schema show it, with the theme Genesis.
import type { FormKitSchemaNode } from '@formkit/core';
import { defaultConfig, FormKit, FormKitSchema, plugin } from '@formkit/vue';
import '@formkit/themes/genesis';
import { createApp, h } from 'vue';
import { definition, place } from '../in-page.ts';

const schema = definition<FormKitSchemaNode[]>();
const form = () =>
  h(FormKit, { type: 'form', submitLabel: 'Send' }, () => h(FormKitSchema, { schema }));
createApp(form).use(plugin, defaultConfig()).mount(place());
