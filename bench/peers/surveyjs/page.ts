// As https://surveyjs.io/form-library/documentation/get-started-html-css-javascript shows it.
import { Model } from 'survey-core';
import 'survey-core/survey-core.css';
import 'survey-js-ui';
import { definition, place } from '../in-page.ts';

const survey = new Model(definition<object>());
survey.render(place());
