import formDataForNewOption from '@rjsf/core/lib/components/fields/formDataForNewOption.js';
import {
  getDiscriminatorFieldFromSchema,
  type ArrayFieldTemplateProps,
  type FieldProps,
  type Registry,
  type RJSFSchema,
  type WidgetProps,
} from '@rjsf/utils';
import type { ComponentType, ReactNode } from 'react';
import { domId, pathOf } from '../form/fields/field-id.ts';
import { THEME, type Theme } from '../form/theme/registry.ts';
import type { CityList } from '../ssr/city-list.ts';
import type { Posted } from './posted.ts';
import { useReader, type Reader } from './use-reader.ts';

/** A field that a form drew. */
export interface HeardField extends Reader {
  /** The id that RJSF gives it. */
  rjsfId: string;
}

/** A list that a form drew. */
export interface HeardList {
  rjsfId: string;
  /** How many entries it may have. */
  most: number;
  /** An entry of which nothing is filled in. */
  entry: () => unknown;
}

/** What a form tells of itself while it is drawn, so that what was posted can be read by it. */
export class Heard {
  readonly fields: HeardField[] = [];
  readonly lists: HeardList[] = [];
  /** Names of the controls that choose a shape of a part. */
  readonly shapes: string[] = [];
  /** Data of parts that take up another shape than their data has, by id. */
  readonly reshaped = new Map<string, unknown>();
}

const SHAPE = /__(?:oneof|anyof)_select$/;

/** The theme as it is, which tells of what it draws, and draws the shapes that were chosen. */
export function listeningTheme(heard: Heard, posted: Posted, cities?: CityList): Theme {
  const widgets = Object.entries(THEME.widgets).map(([name, Widget]) => {
    const isLong = name === 'TextareaWidget';
    return [name, heardWidget(Widget as ComponentType<WidgetProps>, heard, isLong, cities)];
  });
  const Shaped = shapedField(THEME.fields.OneOfField as ComponentType<FieldProps>, heard, posted);
  const List = THEME.templates.ArrayFieldTemplate as ComponentType<ArrayFieldTemplateProps>;
  return {
    fields: { ...THEME.fields, OneOfField: Shaped, AnyOfField: Shaped },
    templates: { ...THEME.templates, ArrayFieldTemplate: heardList(List, heard) },
    widgets: Object.fromEntries(widgets),
  };
}

function heardWidget(
  Widget: ComponentType<WidgetProps>,
  heard: Heard,
  isLong: boolean,
  cities: CityList | undefined,
) {
  return function HeardWidget(props: WidgetProps): ReactNode {
    const reader = useReader(props, isLong, cities);
    if (SHAPE.test(props.id)) heard.shapes.push(domId(props.id));
    else if (props.disabled !== true && !isShared(props.id))
      heard.fields.push({ rjsfId: props.id, ...reader });
    return <Widget {...props} />;
  };
}

/** RJSF draws what all shapes of a part share a second time, under a name of its own. */
const isShared = (rjsfId: string) => pathOf(rjsfId).at(-1) === 'XxxOf';

function heardList(List: ComponentType<ArrayFieldTemplateProps>, heard: Heard) {
  return function HeardArray(props: ArrayFieldTemplateProps): ReactNode {
    const { fieldPathId, schema, registry } = props;
    const { items, additionalItems, maxItems = Infinity } = schema;
    const isOne = typeof items === 'object' && !Array.isArray(items);
    const { type, properties } = isOne ? registry.schemaUtils.retrieveSchema(items) : {};
    const isPart = type === 'object' || properties !== undefined;
    const isFixed = Array.isArray(items) && additionalItems === false;
    heard.lists.push({
      rjsfId: fieldPathId.$id,
      most: isFixed ? items.length : maxItems,
      entry: () => (isPart ? {} : undefined),
    });
    return <List {...props} />;
  };
}

/** RJSF looks for the shape that the data fits best; here it is the one that was chosen. */
function shapedField(Field: ComponentType<FieldProps>, heard: Heard, posted: Posted) {
  const untouched = new WeakMap<Registry, Registry>();
  return function ShapedField(props: FieldProps): ReactNode {
    const { schema, fieldPathId, formData, options } = props;
    const registry = untouched.get(props.registry) ?? props.registry;
    const { schemaUtils } = registry;
    const id = `${fieldPathId.$id}${schema.oneOf ? '__oneof_select' : '__anyof_select'}`;
    const shapes = (options as RJSFSchema[]).map((each) =>
      schemaUtils.retrieveSchema(each, formData),
    );
    const chosen = Number(posted.text(domId(id)) || -1);
    const shape = shapes[chosen];
    if (shape === undefined) return <Field {...props} registry={registry} />;
    const discriminator = getDiscriminatorFieldFromSchema(schema);
    const fitting = schemaUtils.getClosestMatchingOption(formData, shapes, 0, discriminator);
    if (fitting !== chosen) {
      const data = formDataForNewOption(schemaUtils, formData, shape, shapes[fitting], schema);
      heard.reshaped.set(fieldPathId.$id, data);
    }
    const bent = Object.create(schemaUtils, {
      getClosestMatchingOption: { value: () => chosen },
    }) as typeof schemaUtils;
    const below = { ...registry, schemaUtils: bent };
    untouched.set(below, registry);
    return <Field {...props} registry={below} />;
  };
}
