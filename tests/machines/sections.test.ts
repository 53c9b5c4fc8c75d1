import { describeChart } from '../support/describeChart';

describeChart('sections');
