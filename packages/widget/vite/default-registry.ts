import { englishStringTranslator } from '@rjsf/utils';

/**
 * Stands in for RJSF's default registry. `Form` imports the original whole: every field, template
 * and widget of its default theme, none of which we draw. Ours come as props.
 */
export default function getDefaultRegistry() {
  return {
    fields: {},
    templates: { ButtonTemplates: {} },
    widgets: {},
    rootSchema: {},
    formContext: {},
    translateString: englishStringTranslator,
    globalFormOptions: {},
  };
}
